package dev.kubewright.bench;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.HashSet;
import java.util.Set;

/** The events on standard output, and which Websites are still to be reconciled for the first time. */
final class Progress {
  private boolean begun;
  private boolean complete;
  private int total;

  /** Reconciled before the Websites at sync time were known. */
  private final Set<ResourceID> early = new HashSet<>();

  /** There at sync time and not yet reconciled; {@code null} before. */
  private Set<ResourceID> missing;

  static void emit(String event) {
    print("{\"event\":\"" + event + "\"}");
  }

  static void emit(String event, long objects) {
    print("{\"event\":\"" + event + "\",\"objects\":" + objects + "}");
  }

  synchronized boolean isSynced() {
    return missing != null;
  }

  synchronized void synced(Set<ResourceID> websites, long objects) {
    if (missing != null) return;
    emit("synced", objects);
    total = websites.size();
    missing = new HashSet<>(websites);
    missing.removeAll(early);
    early.clear();
    emitIfComplete();
  }

  synchronized void reconcileBegins() {
    if (begun) return;
    begun = true;
    emit("first-reconcile");
  }

  synchronized void reconciled(ResourceID website) {
    if (complete) return;
    if (missing == null) {
      early.add(website);
      return;
    }
    missing.remove(website);
    emitIfComplete();
  }

  private void emitIfComplete() {
    if (complete || !missing.isEmpty()) return;
    complete = true;
    emit("seen", total);
  }

  private static synchronized void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
