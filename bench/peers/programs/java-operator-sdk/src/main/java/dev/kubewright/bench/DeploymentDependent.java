package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;

public class DeploymentDependent extends CRUDKubernetesDependentResource<Deployment, Website> {
  @Override
  protected Deployment desired(Website site, Context<Website> context) {
    return new DeploymentBuilder()
        .withMetadata(Owned.metadata(site))
        .withNewSpec()
        .withReplicas(site.getSpec().getReplicas())
        .withNewSelector()
        .withMatchLabels(Owned.labels(site))
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(Owned.labels(site))
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("site")
        .withImage(site.getSpec().getImage())
        .addNewPort()
        .withContainerPort(8080)
        .endPort()
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }
}
