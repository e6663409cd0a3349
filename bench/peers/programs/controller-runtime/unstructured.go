package main

import (
	"context"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type unstructuredReconciler struct {
	client client.Client
	scheme *runtime.Scheme
}

type fields = map[string]any

func (r *unstructuredReconciler) reconcile(ctx context.Context, name types.NamespacedName) error {
	website := newUnstructured(websiteKind)
	if err := r.client.Get(ctx, name, website); err != nil {
		return client.IgnoreNotFound(err)
	}
	spec, _, _ := unstructured.NestedMap(website.Object, "spec")
	for at, fill := range []func(object, spec fields, name string){
		fillConfigMapFields, fillDeploymentFields, fillServiceFields, fillIngressFields,
	} {
		object := newUnstructured(ownedKinds[at])
		object.SetName(name.Name)
		object.SetNamespace(name.Namespace)
		_, err := controllerutil.CreateOrUpdate(ctx, r.client, object, func() error {
			object.SetLabels(map[string]string{"app": name.Name})
			fill(object.Object, spec, name.Name)
			return controllerutil.SetControllerReference(website, object, r.scheme)
		})
		if err != nil {
			return err
		}
	}
	return r.writeStatus(ctx, website, spec)
}

func (r *unstructuredReconciler) writeStatus(ctx context.Context, website *unstructured.Unstructured, spec fields) error {
	status := child(website.Object, "status")
	url := "http://" + hostOf(website.GetName(), text(spec, "domain"))
	generation, revision := website.GetGeneration(), integer(spec, "revision")
	if integer(status, "observedGeneration") == generation && text(status, "url") == url && integer(status, "revision") == revision {
		return nil
	}
	status["observedGeneration"], status["url"], status["revision"] = generation, url, revision
	return r.client.Status().Update(ctx, website)
}

func fillConfigMapFields(object, spec fields, name string) {
	object["data"] = fields{"index.html": indexHTML(name), "revision": strconv.FormatInt(integer(spec, "revision"), 10)}
}

// fillDeploymentFields sets fields one by one, so that those that the server filled in stay.
func fillDeploymentFields(object, spec fields, name string) {
	wanted := child(object, "spec")
	wanted["replicas"] = integer(spec, "replicas")
	wanted["selector"] = fields{"matchLabels": fields{"app": name}}
	template := child(wanted, "template")
	child(template, "metadata")["labels"] = fields{"app": name}
	container := only(child(template, "spec"), "containers")
	container["name"], container["image"] = "site", text(spec, "image")
	only(container, "ports")["containerPort"] = int64(8080)
}

func fillServiceFields(object, _ fields, name string) {
	wanted := child(object, "spec")
	wanted["selector"] = fields{"app": name}
	port := only(wanted, "ports")
	port["port"], port["targetPort"] = int64(80), int64(8080)
}

func fillIngressFields(object, spec fields, name string) {
	backend := fields{"service": fields{"name": name, "port": fields{"number": int64(80)}}}
	path := fields{"path": "/", "pathType": "Prefix", "backend": backend}
	rule := fields{"host": hostOf(name, text(spec, "domain")), "http": fields{"paths": []any{path}}}
	child(object, "spec")["rules"] = []any{rule}
}

func text(object fields, name string) string {
	value, _ := object[name].(string)
	return value
}

func integer(object fields, name string) int64 {
	value, _ := object[name].(int64)
	return value
}

// child is a nested object, which is made if it is not there.
func child(object fields, name string) fields {
	if found, ok := object[name].(fields); ok {
		return found
	}
	made := fields{}
	object[name] = made
	return made
}

// only is the one element of a list, which is made if it is not there.
func only(object fields, name string) fields {
	if list, ok := object[name].([]any); ok && len(list) == 1 {
		if found, ok := list[0].(fields); ok {
			return found
		}
	}
	made := fields{}
	object[name] = []any{made}
	return made
}
