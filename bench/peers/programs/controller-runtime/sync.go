package main

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	websiteKind    = groupVersion.WithKind("Website")
	deploymentKind = appsv1.SchemeGroupVersion.WithKind("Deployment")
)

// reportSynced waits for all caches, the ones of the controller included.
func reportSynced(ctx context.Context, cached cache.Cache, settings settings, seen *seen) error {
	objects := append([]client.Object{settings.website()}, settings.owned()...)
	if settings.mode == "watch20" {
		objects = append(objects, settings.benches()...)
	}
	for _, object := range objects {
		if _, err := cached.GetInformer(ctx, object); err != nil {
			return err
		}
	}
	if !cached.WaitForCacheSync(ctx) {
		return ctx.Err()
	}
	names, err := websiteNames(ctx, cached, settings.typed)
	if err != nil {
		return err
	}
	seen.synced(names)
	return nil
}

func websiteNames(ctx context.Context, cached cache.Cache, typed bool) ([]types.NamespacedName, error) {
	var names []types.NamespacedName
	if typed {
		list := &WebsiteList{}
		if err := cached.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
			return nil, err
		}
		for i := range list.Items {
			names = append(names, client.ObjectKeyFromObject(&list.Items[i]))
		}
		return names, nil
	}
	list := newUnstructuredList(websiteKind)
	if err := cached.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
		return nil, err
	}
	for i := range list.Items {
		names = append(names, client.ObjectKeyFromObject(&list.Items[i]))
	}
	return names, nil
}

// followResource caches one resource and reads a field of each object once.
func followResource(ctx context.Context, cached cache.Cache, settings settings) error {
	object := settings.website()
	if settings.resource == "deployments" {
		object = settings.owned()[1]
	}
	if _, err := cached.GetInformer(ctx, object); err != nil {
		return err
	}
	list := settings.listOf(settings.resource)
	if err := cached.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	count := countObjects(list)
	emit(event{Event: "synced", Objects: &count})
	read := readAll(list)
	emit(event{Event: "seen", Objects: &read})
	<-ctx.Done()
	return nil
}

func countObjects(list client.ObjectList) int {
	switch list := list.(type) {
	case *WebsiteList:
		return len(list.Items)
	case *appsv1.DeploymentList:
		return len(list.Items)
	case *unstructured.UnstructuredList:
		return len(list.Items)
	}
	return 0
}

// readAll counts the objects that have the field; the harness compares the count.
func readAll(list client.ObjectList) int {
	count := 0
	switch list := list.(type) {
	case *WebsiteList:
		for i := range list.Items {
			if list.Items[i].Spec.Padding != "" {
				count++
			}
		}
	case *appsv1.DeploymentList:
		for i := range list.Items {
			if list.Items[i].Spec.Replicas != nil {
				count++
			}
		}
	case *unstructured.UnstructuredList:
		for i := range list.Items {
			if hasReadField(&list.Items[i]) {
				count++
			}
		}
	}
	return count
}

func hasReadField(object *unstructured.Unstructured) bool {
	if object.GetKind() == "Website" {
		padding, _, _ := unstructured.NestedString(object.Object, "spec", "padding")
		return padding != ""
	}
	_, found, _ := unstructured.NestedInt64(object.Object, "spec", "replicas")
	return found
}

func (s settings) listOf(resource string) client.ObjectList {
	switch {
	case resource == "deployments" && s.typed:
		return &appsv1.DeploymentList{}
	case resource == "deployments":
		return newUnstructuredList(deploymentKind)
	case s.typed:
		return &WebsiteList{}
	default:
		return newUnstructuredList(websiteKind)
	}
}

func newUnstructuredList(kind schema.GroupVersionKind) *unstructured.UnstructuredList {
	list := &unstructured.UnstructuredList{}
	list.SetGroupVersionKind(kind.GroupVersion().WithKind(kind.Kind + "List"))
	return list
}
