package io.leasehold.tck.cli;

import picocli.CommandLine.ITypeConverter;

/** Keeps a text as it is: the keys of pairs. */
final class AsIs implements ITypeConverter<String> {

  AsIs() {}

  @Override
  public String convert(String value) {
    return value;
  }
}
