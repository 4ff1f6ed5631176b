package io.leasehold.gates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/**
 * The modules with main code, as the root pom lists them, so that a new one cannot be forgotten.
 */
public final class Modules {
  private static final String GATES = ".ci/gates";

  private Modules() {}

  /**
   * One module.
   *
   * @param name its folder, relative to the root
   * @param folder the same, resolved
   */
  public record Module(String name, Path folder) {
    /** Main sources. */
    public Path sources() {
      return folder.resolve("src/main/java");
    }

    /** Compiled main classes; fails when the module has not been compiled. */
    public Path classes() {
      Path classes = folder.resolve("target/classes");
      if (!Files.isDirectory(classes)) {
        throw new IllegalStateException(
            name + " is not compiled. Is it a dependency in " + GATES + "/pom.xml?");
      }
      return classes;
    }
  }

  /** Every module of the root pom that has main code, without this one. */
  public static List<Module> withMainCode(Path root) {
    List<Module> modules = new ArrayList<>();
    for (String name : names(root.resolve("pom.xml"))) {
      Module module = new Module(name, root.resolve(name));
      if (!name.equals(GATES) && Files.isDirectory(module.sources())) {
        modules.add(module);
      }
    }
    return modules;
  }

  /** Files below a folder whose names end so, in a fixed order. */
  static List<Path> files(Path folder, String ending) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.getFileName().toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> names(Path pom) {
    Document document;
    try {
      document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException(pom + " cannot be read", e);
    }
    var nodes = document.getElementsByTagName("module");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      names.add(nodes.item(i).getTextContent().strip());
    }
    return names;
  }
}
