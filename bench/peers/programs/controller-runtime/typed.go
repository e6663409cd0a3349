package main

import (
	"context"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type typedReconciler struct {
	client client.Client
	scheme *runtime.Scheme
}

func (r *typedReconciler) reconcile(ctx context.Context, name types.NamespacedName) error {
	website := &Website{}
	if err := r.client.Get(ctx, name, website); err != nil {
		return client.IgnoreNotFound(err)
	}
	meta := metav1.ObjectMeta{Name: name.Name, Namespace: name.Namespace}
	configMap, deployment := &corev1.ConfigMap{ObjectMeta: meta}, &appsv1.Deployment{ObjectMeta: meta}
	service, ingress := &corev1.Service{ObjectMeta: meta}, &networkingv1.Ingress{ObjectMeta: meta}
	for _, owned := range []struct {
		object client.Object
		fill   func()
	}{
		{configMap, func() { fillConfigMap(configMap, website) }},
		{deployment, func() { fillDeployment(deployment, website) }},
		{service, func() { fillService(service, website) }},
		{ingress, func() { fillIngress(ingress, website) }},
	} {
		_, err := controllerutil.CreateOrUpdate(ctx, r.client, owned.object, func() error {
			owned.object.SetLabels(map[string]string{"app": website.Name})
			owned.fill()
			return controllerutil.SetControllerReference(website, owned.object, r.scheme)
		})
		if err != nil {
			return err
		}
	}
	return r.writeStatus(ctx, website)
}

func (r *typedReconciler) writeStatus(ctx context.Context, website *Website) error {
	next := website.Status
	next.ObservedGeneration, next.URL, next.Revision = website.Generation, "http://"+hostOf(website.Name, website.Spec.Domain), website.Spec.Revision
	was := website.Status
	if was.ObservedGeneration == next.ObservedGeneration && was.URL == next.URL && was.Revision == next.Revision {
		return nil
	}
	website.Status = next
	return r.client.Status().Update(ctx, website)
}

func hostOf(name, domain string) string {
	if domain != "" {
		return domain
	}
	return name + ".example.com"
}

func indexHTML(name string) string { return "<h1>" + name + "</h1>" }

func fillConfigMap(object *corev1.ConfigMap, website *Website) {
	object.Data = map[string]string{"index.html": indexHTML(website.Name), "revision": strconv.FormatInt(website.Spec.Revision, 10)}
}

// fillDeployment sets fields one by one, so that those that the server filled in stay.
func fillDeployment(object *appsv1.Deployment, website *Website) {
	app := map[string]string{"app": website.Name}
	object.Spec.Replicas = &website.Spec.Replicas
	object.Spec.Selector = &metav1.LabelSelector{MatchLabels: app}
	object.Spec.Template.Labels = app
	pod := &object.Spec.Template.Spec
	if len(pod.Containers) != 1 {
		pod.Containers = make([]corev1.Container, 1)
	}
	container := &pod.Containers[0]
	container.Name, container.Image = "site", website.Spec.Image
	if len(container.Ports) != 1 {
		container.Ports = make([]corev1.ContainerPort, 1)
	}
	container.Ports[0].ContainerPort = 8080
}

func fillService(object *corev1.Service, website *Website) {
	object.Spec.Selector = map[string]string{"app": website.Name}
	if len(object.Spec.Ports) != 1 {
		object.Spec.Ports = make([]corev1.ServicePort, 1)
	}
	object.Spec.Ports[0].Port = 80
	object.Spec.Ports[0].TargetPort = intstr.FromInt32(8080)
}

func fillIngress(object *networkingv1.Ingress, website *Website) {
	prefix := networkingv1.PathTypePrefix
	backend := networkingv1.IngressBackend{Service: &networkingv1.IngressServiceBackend{
		Name: website.Name, Port: networkingv1.ServiceBackendPort{Number: 80},
	}}
	object.Spec.Rules = []networkingv1.IngressRule{{
		Host: hostOf(website.Name, website.Spec.Domain),
		IngressRuleValue: networkingv1.IngressRuleValue{HTTP: &networkingv1.HTTPIngressRuleValue{
			Paths: []networkingv1.HTTPIngressPath{{Path: "/", PathType: &prefix, Backend: backend}},
		}},
	}}
}
