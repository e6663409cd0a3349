//! The four owned objects of a Website. Pure.

use std::collections::BTreeMap;

use k8s_openapi::{
    api::{
        apps::v1::{Deployment, DeploymentSpec},
        core::v1::{ConfigMap, Container, ContainerPort, PodSpec, PodTemplateSpec, Service, ServicePort, ServiceSpec},
        networking::v1::{
            HTTPIngressPath, HTTPIngressRuleValue, Ingress, IngressBackend, IngressRule, IngressServiceBackend,
            IngressSpec, ServiceBackendPort,
        },
    },
    apimachinery::pkg::{
        apis::meta::v1::{LabelSelector, ObjectMeta},
        util::intstr::IntOrString,
    },
};
use kube::{Resource, ResourceExt};

use crate::website::Website;

pub fn host(site: &Website) -> String {
    site.spec.domain.clone().unwrap_or_else(|| format!("{}.example.com", site.name_any()))
}

pub fn config_map(site: &Website) -> ConfigMap {
    let data = BTreeMap::from([
        ("index.html".into(), format!("<h1>{}</h1>", site.name_any())),
        ("revision".into(), site.spec.revision.unwrap_or(0).to_string()),
    ]);
    ConfigMap { metadata: metadata(site), data: Some(data), ..ConfigMap::default() }
}

pub fn deployment(site: &Website) -> Deployment {
    let container = Container {
        name: "site".into(),
        image: Some(site.spec.image.clone()),
        ports: Some(vec![ContainerPort { container_port: 8080, ..ContainerPort::default() }]),
        ..Container::default()
    };
    let template = PodTemplateSpec {
        metadata: Some(ObjectMeta { labels: Some(labels(site)), ..ObjectMeta::default() }),
        spec: Some(PodSpec { containers: vec![container], ..PodSpec::default() }),
    };
    let spec = DeploymentSpec {
        replicas: Some(site.spec.replicas),
        selector: LabelSelector { match_labels: Some(labels(site)), ..LabelSelector::default() },
        template,
        ..DeploymentSpec::default()
    };
    Deployment { metadata: metadata(site), spec: Some(spec), ..Deployment::default() }
}

pub fn service(site: &Website) -> Service {
    let port = ServicePort { port: 80, target_port: Some(IntOrString::Int(8080)), ..ServicePort::default() };
    let spec = ServiceSpec { selector: Some(labels(site)), ports: Some(vec![port]), ..ServiceSpec::default() };
    Service { metadata: metadata(site), spec: Some(spec), ..Service::default() }
}

pub fn ingress(site: &Website) -> Ingress {
    let service = IngressServiceBackend {
        name: site.name_any(),
        port: Some(ServiceBackendPort { number: Some(80), ..ServiceBackendPort::default() }),
    };
    let path = HTTPIngressPath {
        path: Some("/".into()),
        path_type: "Prefix".into(),
        backend: IngressBackend { service: Some(service), ..IngressBackend::default() },
    };
    let rule = IngressRule { host: Some(host(site)), http: Some(HTTPIngressRuleValue { paths: vec![path] }) };
    let spec = IngressSpec { rules: Some(vec![rule]), ..IngressSpec::default() };
    Ingress { metadata: metadata(site), spec: Some(spec), ..Ingress::default() }
}

fn labels(site: &Website) -> BTreeMap<String, String> {
    BTreeMap::from([("app".into(), site.name_any())])
}

fn metadata(site: &Website) -> ObjectMeta {
    ObjectMeta {
        name: Some(site.name_any()),
        namespace: site.namespace(),
        labels: Some(labels(site)),
        owner_references: site.controller_owner_ref(&()).map(|owner| vec![owner]),
        ..ObjectMeta::default()
    }
}
