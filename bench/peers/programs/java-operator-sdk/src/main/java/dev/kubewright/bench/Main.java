package dev.kubewright.bench;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import java.time.Duration;

/**
 * The website operator with the Java Operator SDK.
 *
 * <p>Idiomatic: the four owned objects are managed dependent resources of a workflow, which create, match and update them with
 * server-side apply and run side by side; the status is a server-side apply of {@code UpdateControl.patchStatus}. The SDK's own
 * caches are used, and it filters the events of its own writes.
 *
 * <p>Changed from the defaults:
 *
 * <ul>
 *   <li>the workflow is invoked from {@code reconcile}, so that the first event is written before its first request;
 *   <li>{@code BENCH_CONCURRENCY} threads reconcile (the default is 50); the workflow's executor keeps its default of 50;
 *   <li>reconciles get three seconds to finish at termination, and the exit code is 0 instead of 143.
 * </ul>
 *
 * <p>Neither the SDK nor its client limits the rate of requests. The JVM runs with its defaults.
 */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Progress.emit("started");
    Settings settings = Settings.fromEnvironment();
    KubernetesClient client = new KubernetesClientBuilder().build();
    switch (settings.mode()) {
      case "operate" -> operate(client, settings, false);
      case "watch20" -> operate(client, settings, true);
      case "sync" -> Sync.run(client, settings);
      default -> throw new IllegalArgumentException("BENCH_MODE is not operate, sync or watch20: " + settings.mode());
    }
  }

  private static void operate(KubernetesClient client, Settings settings, boolean watchesBenches) {
    Operator operator =
        new Operator(
            service -> {
              service
                  .withKubernetesClient(client)
                  .withConcurrentReconciliationThreads(settings.concurrency())
                  .withReconciliationTerminationTimeout(Duration.ofSeconds(3));
              if (settings.leads()) service.withLeaderElectionConfiguration(leaderElection(settings));
            });
    WebsiteReconciler reconciler = new WebsiteReconciler(watchesBenches);
    operator.register(
        reconciler,
        controller -> {
          if (settings.watchesAllNamespaces()) controller.watchingAllNamespaces();
          else controller.settingNamespace(settings.namespace());
        });
    // With leader election the SDK installs no shutdown hook: a leader that stops exits, and that blocks during a shutdown.
    onTermination(settings.leads() ? () -> {} : operator::stop);
    operator.start();
    reconciler.reportSynced();
  }

  /** The times are the defaults. */
  private static LeaderElectionConfiguration leaderElection(Settings settings) {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration("websites")
        .withLeaseNamespace(settings.namespace())
        .build();
  }

  /** Runs {@code stop} at SIGTERM and ends the process with code 0, or 1 if {@code stop} fails. */
  static void onTermination(Runnable stop) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  int code = 1;
                  try {
                    stop.run();
                    code = 0;
                  } finally {
                    Runtime.getRuntime().halt(code);
                  }
                }));
  }
}
