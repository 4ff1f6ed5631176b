package io.leasehold.peers;

import java.security.CodeSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a library, by the name of the jar that a class of it comes from. */
public final class JarVersion {

  private static final Pattern NAME = Pattern.compile("-(\\d[^/]*)\\.jar$");

  private JarVersion() {}

  /** The version; "unknown" if the class is in no jar with a version in its name. */
  public static String of(Class<?> any) {
    CodeSource source = any.getProtectionDomain().getCodeSource();
    Matcher name = NAME.matcher(source == null ? "" : String.valueOf(source.getLocation()));
    return name.find() ? name.group(1) : "unknown";
  }
}
