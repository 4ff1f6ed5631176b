package io.leasehold.engine.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class UriSecretsTest {

  private final UriSecrets secrets = UriSecrets.of("redis://user:p%40ss+w@host?token=t0ken&x=y");

  @Test
  void aSecretIsMaskedAsWrittenAndDecoded() {
    assertThat(secrets.mask("AUTH user p@ss w, p%40ss+w or t0ken at host"))
        .isEqualTo("AUTH user ***, *** or *** at host");
  }

  @Test
  void aShortSecretIsMaskedWhereItStandsAlone() {
    assertThat(UriSecrets.of("redis://u:pw@h").mask("password 'pw' of pwned"))
        .isEqualTo("password '***' of pwned");
  }

  @Test
  void aSecretThatIsAWordIsLeftInOurOwnSentencesAndMaskedInWhatTheyQuote() {
    UriSecrets word = UriSecrets.of("redis://u:wrong@h");
    IOException driver = new IOException("AUTH with wrong refused");
    LeaseException error =
        new LeaseException(
            ErrorCode.MISCONFIGURED, "user or password is wrong (" + driver + ")", driver);
    LeaseException masked = word.maskOwn(error);
    assertThat(masked)
        .hasMessage(
            "LEASE-108: user or password is wrong (java.io.IOException: AUTH with *** refused)");
    assertThat(trace(masked)).contains("AUTH with ***").doesNotContain("with wrong");
    LeaseException clean = new LeaseException(ErrorCode.MISCONFIGURED, "it is wrong", null);
    assertThat(word.maskOwn(clean)).isSameAs(clean);
    assertThat(word.mask(clean)).hasMessage("LEASE-108: it is ***");
  }

  @Test
  void aSecretThatIsNoWordIsMaskedInOurOwnSentencesToo() {
    LeaseException error =
        new LeaseException(ErrorCode.MISCONFIGURED, "t0ken and p@ss w are wrong", null);
    assertThat(secrets.maskOwn(error)).hasMessage("LEASE-108: *** and *** are wrong");
  }

  @Test
  void aUriWithoutSecretsMasksNothing() {
    assertThat(UriSecrets.of("redis://host:1").mask("user host 1 ")).isEqualTo("user host 1 ");
  }

  @Test
  void aSecretWithPatternCharactersIsTakenLiterally() {
    assertThat(UriSecrets.of("redis://u:a.*\\E$1b@h").mask("a.*\\E$1b axxxb"))
        .isEqualTo("*** axxxb");
  }

  @Test
  void anErrorThatLeaksInItsCauseKeepsItsCodeAndItsTraceAndLosesTheSecret() {
    IOException driver = new IOException("AUTH t0ken");
    driver.addSuppressed(new IOException("again t0ken"));
    LeaseException error =
        new LeaseException(
            ErrorCode.UNAVAILABLE, "no answer", new IllegalStateException("lost", driver));
    LeaseException masked = secrets.mask(error);
    assertThat(masked.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(masked).hasMessage("LEASE-202: no answer");
    assertThat(masked.getStackTrace()).isEqualTo(error.getStackTrace());
    assertThat(trace(masked))
        .contains("IllegalStateException: lost", "IOException: AUTH ***", "again ***")
        .doesNotContain("t0ken");
  }

  @Test
  void anErrorWithoutSecretsStaysTheSame() {
    LeaseException error =
        new LeaseException(ErrorCode.UNAVAILABLE, "no answer", new IOException("reset"));
    assertThat(secrets.mask(error)).isSameAs(error);
  }

  @Test
  void aCircleOfCausesEnds() {
    IOException first = new IOException("t0ken");
    first.initCause(new IOException("second", first));
    assertThat(trace(secrets.mask(first))).doesNotContain("t0ken").contains("second");
  }

  private static String trace(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
