package io.leasehold.gates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Reads from class files what source-level tools do not see: monitors, and every call, method
 * references included.
 */
final class CodeScan extends ClassVisitor {
  /** A target that stands for entering a monitor. */
  static final String MONITOR = "synchronized block";

  /** A target that stands for a method declared synchronized. */
  static final String SYNCHRONIZED_METHOD = "synchronized method";

  /**
   * One instruction of interest.
   *
   * @param type class that contains it
   * @param method method that contains it
   * @param line source line, 0 if unknown
   * @param target {@link #MONITOR}, {@link #SYNCHRONIZED_METHOD}, or what is called, written as
   *     {@code java.lang.Thread.sleep(J)V}
   */
  record Site(String type, String method, int line, String target) {
    String topLevelType() {
      return type.split("\\$", 2)[0];
    }

    Violation breaks(String rule) {
      return new Violation(rule, type + "." + method + ":" + line, target);
    }
  }

  private final List<Site> sites = new ArrayList<>();
  private String type = "";

  private CodeScan() {
    super(Opcodes.ASM9);
  }

  /** Every site in the class files below a folder. */
  static List<Site> of(Path classFolder) {
    List<Site> all = new ArrayList<>();
    for (Path file : Modules.files(classFolder, ".class")) {
      CodeScan scan = new CodeScan();
      try {
        new ClassReader(Files.readAllBytes(file)).accept(scan, ClassReader.SKIP_FRAMES);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      all.addAll(scan.sites);
    }
    return all;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    type = name.replace('/', '.');
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      sites.add(new Site(type, name, 0, SYNCHRONIZED_METHOD));
    }
    return new Code(name);
  }

  /** Walks one method. */
  private final class Code extends MethodVisitor {
    private final String method;
    private int line;

    Code(String method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.MONITORENTER) {
        sites.add(new Site(type, method, line, MONITOR));
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      call(owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          call(handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    }

    private void call(String owner, String name, String descriptor) {
      String target = owner.replace('/', '.') + "." + name + descriptor;
      sites.add(new Site(type, method, line, target));
    }
  }
}
