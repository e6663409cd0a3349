package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToIntFunction;

/** The cache alone: the informer of the SDK's client, which is what the SDK's own event sources stand on. */
final class Sync {
  private Sync() {}

  static void run(KubernetesClient client, Settings settings) {
    switch (settings.resource()) {
      case "websites" -> follow(client, settings, Website.class, Sync::paddingOf);
      case "deployments" -> follow(client, settings, Deployment.class, Sync::replicasOf);
      default -> throw new IllegalArgumentException("BENCH_RESOURCE is not websites or deployments: " + settings.resource());
    }
  }

  private static <T extends HasMetadata> void follow(
      KubernetesClient client, Settings settings, Class<T> type, ToIntFunction<T> read) {
    SharedIndexInformer<T> informer = in(client, settings, type).inform(new Ignored<>());
    Main.onTermination(client::close);
    List<T> objects = informer.getStore().list();
    Progress.emit("synced", objects.size());
    long sum = objects.stream().mapToLong(object -> read.applyAsInt(object)).sum();
    if (sum < 0) throw new IllegalStateException("a length or a count is negative");
    Progress.emit("seen", objects.size());
    waitForTermination();
  }

  /** The threads of an informer alone do not keep the process alive. */
  private static void waitForTermination() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T extends HasMetadata> FilterWatchListDeletable<T, ?, ?> in(
      KubernetesClient client, Settings settings, Class<T> type) {
    var all = client.resources(type);
    return settings.watchesAllNamespaces() ? all.inAnyNamespace() : all.inNamespace(settings.namespace());
  }

  private static int paddingOf(Website site) {
    String padding = site.getSpec().getPadding();
    return padding == null ? 0 : padding.length();
  }

  private static int replicasOf(Deployment deployment) {
    return deployment.getSpec().getReplicas();
  }

  private static final class Ignored<T> implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {}

    @Override
    public void onUpdate(T before, T after) {}

    @Override
    public void onDelete(T object, boolean finalStateIsUnknown) {}
  }
}
