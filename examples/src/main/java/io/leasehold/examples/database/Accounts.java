package io.leasehold.examples.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A table that is guarded by fencing tokens: each row keeps the highest token that has written it,
 * and one UPDATE both compares and writes. No transaction spans a read and a write, because between
 * them a real program asks other services or a person.
 */
final class Accounts implements AutoCloseable {

  private static final int BOUND_SECONDS = 10;

  private static final String FENCED =
      "UPDATE account SET balance = ?, token = ? WHERE id = ? AND token <= ?";
  private static final String UNFENCED = "UPDATE account SET balance = ? WHERE id = ?";

  private final Connection connection;

  Accounts(String url) throws SQLException {
    DriverManager.setLoginTimeout(BOUND_SECONDS);
    this.connection = DriverManager.getConnection(url);
  }

  /** One row as it is. */
  record Row(long balance, long token) {}

  void create(int id, long balance) throws SQLException {
    execute("CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT, token BIGINT)");
    execute("INSERT INTO account VALUES (?, ?, 0)", id, balance);
  }

  Row read(int id) throws SQLException {
    try (PreparedStatement query =
        prepared("SELECT balance, token FROM account WHERE id = ?", id)) {
      ResultSet rows = query.executeQuery();
      if (!rows.next()) {
        throw new SQLException("there is no account " + id);
      }
      return new Row(rows.getLong(1), rows.getLong(2));
    }
  }

  /** Writes unless a greater token has written before; says whether it did. */
  boolean writeFenced(int id, long balance, long token) throws SQLException {
    return execute(FENCED, balance, token, id, token) == 1;
  }

  /** What most programs do: the last writer wins, however late it is. */
  boolean writeUnfenced(int id, long balance) throws SQLException {
    return execute(UNFENCED, balance, id) == 1;
  }

  private int execute(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(sql, values)) {
      return statement.executeUpdate();
    }
  }

  private PreparedStatement prepared(String sql, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout(BOUND_SECONDS);
    for (int n = 0; n < values.length; n++) {
      statement.setObject(n + 1, values[n]);
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
