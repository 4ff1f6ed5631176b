package io.leasehold.gates;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a user sees has a sentence. Tags that only repeat it are not asked for, which is
 * why Javadoc's own check for missing comments is off.
 */
public final class DocRules {
  private DocRules() {}

  /** Visible elements without a comment, in the packages that the filter accepts. */
  public static List<Violation> undocumented(Path sourceFolder, Predicate<String> packages) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      var sources = files.getJavaFileObjectsFromPaths(Modules.files(sourceFolder, ".java"));
      var options = List.of("-proc:none");
      JavacTask task = (JavacTask) compiler.getTask(null, files, null, options, null, sources);
      Scanner scanner = new Scanner(DocTrees.instance(task));
      for (CompilationUnitTree unit : task.parse()) {
        if (unit.getPackageName() != null && packages.test(unit.getPackageName().toString())) {
          scanner.scan(new TreePath(unit), null);
        }
      }
      return scanner.found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Walks visible types and their visible members; never enters what is hidden. */
  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final DocTrees docs;
    private final List<Violation> found = new ArrayList<>();

    Scanner(DocTrees docs) {
      this.docs = docs;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
      if (isVisible(type.getModifiers())) {
        require(type.getSimpleName().toString());
        super.visitClass(type, null);
      }
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      if (isVisible(method.getModifiers()) && !isExplainedElsewhere(method)) {
        require(method.getName() + "()");
      }
      return null;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree field, @Nullable Void unused) {
      if (isVisible(field.getModifiers())) {
        require(field.getName().toString());
      }
      return null;
    }

    /** By what it overrides, or, for a record's canonical constructor, by the record. */
    private boolean isExplainedElsewhere(MethodTree method) {
      boolean overrides =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(it -> it.getAnnotationType().toString().equals("Override"));
      return overrides || (parent() instanceof ClassTree type && isCanonical(method, type));
    }

    private static boolean isCanonical(MethodTree method, ClassTree type) {
      List<String> components =
          type.getMembers().stream()
              .filter(it -> it instanceof VariableTree field && !isStatic(field))
              .map(it -> ((VariableTree) it).getName().toString())
              .toList();
      return type.getKind() == Tree.Kind.RECORD
          && method.getName().contentEquals("<init>")
          && method.getParameters().stream()
              .map(it -> it.getName().toString())
              .toList()
              .equals(components);
    }

    private static boolean isStatic(VariableTree field) {
      return field.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    private boolean isVisible(ModifiersTree modifiers) {
      Set<Modifier> flags = modifiers.getFlags();
      return flags.contains(Modifier.PUBLIC)
          || flags.contains(Modifier.PROTECTED)
          || (parent().getKind() == Tree.Kind.INTERFACE && !flags.contains(Modifier.PRIVATE));
    }

    private Tree parent() {
      return getCurrentPath().getParentPath().getLeaf();
    }

    private void require(String name) {
      String comment = docs.getDocComment(getCurrentPath());
      if (comment == null || comment.isBlank()) {
        CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
        long at = docs.getSourcePositions().getStartPosition(unit, getCurrentPath().getLeaf());
        String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        String place =
            unit.getPackageName() + "/" + file + ":" + unit.getLineMap().getLineNumber(at);
        found.add(new Violation("documented", place, name + " has no comment"));
      }
    }
  }
}
