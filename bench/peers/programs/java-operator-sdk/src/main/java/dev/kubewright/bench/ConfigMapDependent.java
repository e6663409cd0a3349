package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import java.util.Map;

public class ConfigMapDependent extends CRUDKubernetesDependentResource<ConfigMap, Website> {
  @Override
  protected ConfigMap desired(Website site, Context<Website> context) {
    Long revision = site.getSpec().getRevision();
    return new ConfigMapBuilder()
        .withMetadata(Owned.metadata(site))
        .withData(
            Map.of(
                "index.html", "<h1>" + site.getMetadata().getName() + "</h1>",
                "revision", String.valueOf(revision == null ? 0 : revision)))
        .build();
  }
}
