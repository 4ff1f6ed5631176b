package io.leasehold.engine.time;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap ordered by due time in which an entry knows its place, so that moving or removing
 * one costs O(log n) and leaves nothing behind. Owned by one thread. Times compare by subtraction.
 */
public final class DueQueue {

  /** For an entry that is not to be looked at again. Not a time: compared with equality only. */
  public static final long NEVER = Long.MIN_VALUE;

  private @Nullable Timed[] heap = new Timed[64];
  private int size;

  public int size() {
    return size;
  }

  /** The entry due first; null if there is none. */
  public @Nullable Timed first() {
    return heap[0];
  }

  /** Adds the entry, or moves it to its new time. */
  public void put(Timed entry, long due) {
    entry.due = due;
    if (entry.place < 0) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, size * 2);
      }
      entry.place = size++;
    }
    siftDown(siftUp(entry.place, entry), entry);
  }

  /** Takes the entry out if it is in. */
  public void remove(Timed entry) {
    int hole = entry.place;
    if (hole < 0) {
      return;
    }
    entry.place = -1;
    Timed last = heap[--size];
    heap[size] = null;
    if (last != null && last != entry) {
      siftDown(siftUp(hole, last), last);
    }
  }

  private int siftUp(int start, Timed entry) {
    int i = start;
    while (i > 0) {
      int parent = (i - 1) >>> 1;
      Timed above = heap[parent];
      if (above == null || entry.due - above.due >= 0) {
        break;
      }
      set(i, above);
      i = parent;
    }
    set(i, entry);
    return i;
  }

  private void siftDown(int start, Timed entry) {
    int i = start;
    while (true) {
      int child = 2 * i + 1;
      if (child >= size) {
        break;
      }
      Timed least = heap[child];
      Timed right = child + 1 < size ? heap[child + 1] : null;
      if (right != null && least != null && right.due - least.due < 0) {
        least = right;
        child++;
      }
      if (least == null || entry.due - least.due <= 0) {
        break;
      }
      set(i, least);
      i = child;
    }
    set(i, entry);
  }

  private void set(int i, Timed entry) {
    heap[i] = entry;
    entry.place = i;
  }
}
