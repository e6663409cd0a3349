package dev.kubewright.bench;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** The custom resource. */
@Group("bench.kubewright.dev")
@Version("v1")
public class Website extends CustomResource<WebsiteSpec, WebsiteStatus> implements Namespaced {
  String host() {
    String domain = getSpec().getDomain();
    return domain == null ? getMetadata().getName() + ".example.com" : domain;
  }
}
