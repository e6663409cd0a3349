package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;

public class IngressDependent extends CRUDKubernetesDependentResource<Ingress, Website> {
  @Override
  protected Ingress desired(Website site, Context<Website> context) {
    return new IngressBuilder()
        .withMetadata(Owned.metadata(site))
        .withNewSpec()
        .addNewRule()
        .withHost(site.host())
        .withNewHttp()
        .addNewPath()
        .withPath("/")
        .withPathType("Prefix")
        .withNewBackend()
        .withNewService()
        .withName(site.getMetadata().getName())
        .withNewPort()
        .withNumber(80)
        .endPort()
        .endService()
        .endBackend()
        .endPath()
        .endHttp()
        .endRule()
        .endSpec()
        .build();
  }
}
