package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

@Workflow(
    explicitInvocation = true,
    dependents = {
      @Dependent(type = ConfigMapDependent.class),
      @Dependent(type = DeploymentDependent.class),
      @Dependent(type = ServiceDependent.class),
      @Dependent(type = IngressDependent.class)
    })
@ControllerConfiguration(name = "website")
public class WebsiteReconciler implements Reconciler<Website> {
  private final Progress progress = new Progress();
  private final boolean watchesBenches;
  private final List<InformerEventSource<GenericKubernetesResource, Website>> benches = new ArrayList<>();
  private IndexerResourceCache<Website> websites;

  WebsiteReconciler(boolean watchesBenches) {
    this.watchesBenches = watchesBenches;
  }

  @Override
  public List<EventSource<?, Website>> prepareEventSources(EventSourceContext<Website> context) {
    websites = context.getPrimaryCache();
    for (int number = 1; watchesBenches && number <= 19; number++) benches.add(bench(number, context));
    return List.copyOf(benches);
  }

  /** A cache of one of the nineteen further kinds. Its events lead to no reconcile. */
  private static InformerEventSource<GenericKubernetesResource, Website> bench(
      int number, EventSourceContext<Website> context) {
    String kind = String.format("Bench%02d", number);
    GroupVersionKind version = new GroupVersionKind("bench.kubewright.dev", "v1", kind);
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(version, Website.class)
            .withName(kind)
            .withNamespacesInheritedFromController()
            .withSecondaryToPrimaryMapper(object -> Set.of())
            .build(),
        context);
  }

  @Override
  public UpdateControl<Website> reconcile(Website site, Context<Website> context) {
    if (!progress.isSynced()) reportSynced();
    progress.reconcileBegins();
    context.managedWorkflowAndDependentResourceContext().reconcileManagedWorkflow();
    progress.reconciled(ResourceID.fromResource(site));
    WebsiteStatus status = desiredStatus(site);
    if (status.equals(site.getStatus())) return UpdateControl.noUpdate();
    return UpdateControl.patchStatus(withOnly(status, site));
  }

  /** The SDK reconciles only once all caches are synced, so the first reconcile may report it before {@code start} returns. */
  void reportSynced() {
    Set<ResourceID> keys = websites.keys().collect(Collectors.toSet());
    long others = benches.stream().mapToLong(bench -> bench.keys().count()).sum();
    progress.synced(keys, keys.size() + others);
  }

  private static WebsiteStatus desiredStatus(Website site) {
    return new WebsiteStatus(
        site.getMetadata().getGeneration(), "http://" + site.host(), site.getSpec().getRevision());
  }

  /** What is applied to the status subresource: no field that others own. */
  private static Website withOnly(WebsiteStatus status, Website site) {
    Website applied = new Website();
    applied.setMetadata(
        new ObjectMetaBuilder()
            .withName(site.getMetadata().getName())
            .withNamespace(site.getMetadata().getNamespace())
            .build());
    applied.setStatus(status);
    return applied;
  }
}
