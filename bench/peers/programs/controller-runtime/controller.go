package main

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// ownedKinds in the order in which they are written.
var ownedKinds = []schema.GroupVersionKind{
	corev1.SchemeGroupVersion.WithKind("ConfigMap"),
	deploymentKind,
	corev1.SchemeGroupVersion.WithKind("Service"),
	networkingv1.SchemeGroupVersion.WithKind("Ingress"),
}

func (s settings) website() client.Object {
	if s.typed {
		return &Website{}
	}
	return newUnstructured(websiteKind)
}

func (s settings) owned() []client.Object {
	if s.typed {
		return []client.Object{&corev1.ConfigMap{}, &appsv1.Deployment{}, &corev1.Service{}, &networkingv1.Ingress{}}
	}
	var objects []client.Object
	for _, kind := range ownedKinds {
		objects = append(objects, newUnstructured(kind))
	}
	return objects
}

func (s settings) benches() []client.Object {
	var objects []client.Object
	for _, kind := range benchKinds {
		if s.typed {
			objects = append(objects, kind.object)
		} else {
			objects = append(objects, newUnstructured(groupVersion.WithKind(kind.name)))
		}
	}
	return objects
}

func addController(mgr manager.Manager, settings settings, seen *seen) error {
	reconcileOne := (&typedReconciler{mgr.GetClient(), mgr.GetScheme()}).reconcile
	if !settings.typed {
		reconcileOne = (&unstructuredReconciler{mgr.GetClient(), mgr.GetScheme()}).reconcile
	}
	operator := ctrl.NewControllerManagedBy(mgr).
		Named("websites").
		// A write of the status alone needs no reconcile.
		For(settings.website(), builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		WithOptions(controller.Options{MaxConcurrentReconciles: settings.concurrency, CacheSyncTimeout: 10 * time.Minute})
	for _, object := range settings.owned() {
		operator = operator.Owns(object)
	}
	return operator.Complete(reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
		seen.begins()
		err := reconcileOne(ctx, request.NamespacedName)
		if err == nil {
			seen.ended(request.NamespacedName)
		}
		return reconcile.Result{}, err
	}))
}
