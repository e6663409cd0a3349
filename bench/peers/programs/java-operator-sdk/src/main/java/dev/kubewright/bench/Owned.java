package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;

/** What the four owned objects of a Website have in common. */
final class Owned {
  private Owned() {}

  static Map<String, String> labels(Website site) {
    return Map.of("app", site.getMetadata().getName());
  }

  /** The SDK would add an owner reference of its own, but one that does not name the controller. */
  static ObjectMeta metadata(Website site) {
    return new ObjectMetaBuilder()
        .withName(site.getMetadata().getName())
        .withNamespace(site.getMetadata().getNamespace())
        .withLabels(labels(site))
        .addNewOwnerReference()
        .withApiVersion(site.getApiVersion())
        .withKind(site.getKind())
        .withName(site.getMetadata().getName())
        .withUid(site.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .build();
  }
}
