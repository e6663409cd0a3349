package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;

public class ServiceDependent extends CRUDKubernetesDependentResource<Service, Website> {
  @Override
  protected Service desired(Website site, Context<Website> context) {
    return new ServiceBuilder()
        .withMetadata(Owned.metadata(site))
        .withNewSpec()
        .withSelector(Owned.labels(site))
        .addNewPort()
        .withPort(80)
        .withNewTargetPort(8080)
        .endPort()
        .endSpec()
        .build();
  }
}
