package main

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var groupVersion = schema.GroupVersion{Group: "bench.kubewright.dev", Version: "v1"}

type WebsiteSpec struct {
	Image    string `json:"image"`
	Replicas int32  `json:"replicas"`
	Domain   string `json:"domain,omitempty"`
	Padding  string `json:"padding,omitempty"`
	Revision int64  `json:"revision,omitempty"`
}

type WebsiteStatus struct {
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	URL                string             `json:"url,omitempty"`
	Revision           int64              `json:"revision,omitempty"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
}

type Website struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WebsiteSpec   `json:"spec"`
	Status WebsiteStatus `json:"status,omitempty"`
}

func (w *Website) DeepCopyObject() runtime.Object {
	next := *w
	w.ObjectMeta.DeepCopyInto(&next.ObjectMeta)
	next.Status.Conditions = nil
	for i := range w.Status.Conditions {
		next.Status.Conditions = append(next.Status.Conditions, *w.Status.Conditions[i].DeepCopy())
	}
	return &next
}

type WebsiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Website `json:"items"`
}

func (l *WebsiteList) DeepCopyObject() runtime.Object {
	next := &WebsiteList{TypeMeta: l.TypeMeta, Items: make([]Website, len(l.Items))}
	l.ListMeta.DeepCopyInto(&next.ListMeta)
	for i := range l.Items {
		next.Items[i] = *l.Items[i].DeepCopyObject().(*Website)
	}
	return next
}

// Bench is one of the kinds that are only cached. Kind is a different array type for each, because a scheme needs a Go type a kind.
type Bench[Kind any] struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WebsiteSpec   `json:"spec"`
	Status WebsiteStatus `json:"status,omitempty"`
}

func (b *Bench[Kind]) DeepCopyObject() runtime.Object {
	copied := (&Website{TypeMeta: b.TypeMeta, ObjectMeta: b.ObjectMeta, Spec: b.Spec, Status: b.Status}).DeepCopyObject().(*Website)
	return &Bench[Kind]{TypeMeta: copied.TypeMeta, ObjectMeta: copied.ObjectMeta, Spec: copied.Spec, Status: copied.Status}
}

type BenchList[Kind any] struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Bench[Kind] `json:"items"`
}

func (l *BenchList[Kind]) DeepCopyObject() runtime.Object {
	next := &BenchList[Kind]{TypeMeta: l.TypeMeta, Items: make([]Bench[Kind], len(l.Items))}
	l.ListMeta.DeepCopyInto(&next.ListMeta)
	for i := range l.Items {
		next.Items[i] = *l.Items[i].DeepCopyObject().(*Bench[Kind])
	}
	return next
}

type benchKind struct {
	name   string
	object client.Object
	list   runtime.Object
}

func bench[Kind any](number int) benchKind {
	return benchKind{fmt.Sprintf("Bench%02d", number), &Bench[Kind]{}, &BenchList[Kind]{}}
}

var benchKinds = []benchKind{
	bench[[1]byte](1), bench[[2]byte](2), bench[[3]byte](3), bench[[4]byte](4), bench[[5]byte](5), bench[[6]byte](6),
	bench[[7]byte](7), bench[[8]byte](8), bench[[9]byte](9), bench[[10]byte](10), bench[[11]byte](11), bench[[12]byte](12),
	bench[[13]byte](13), bench[[14]byte](14), bench[[15]byte](15), bench[[16]byte](16), bench[[17]byte](17), bench[[18]byte](18),
	bench[[19]byte](19),
}

func addKinds(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(groupVersion, &Website{}, &WebsiteList{})
	for _, kind := range benchKinds {
		scheme.AddKnownTypeWithName(groupVersion.WithKind(kind.name), kind.object)
		scheme.AddKnownTypeWithName(groupVersion.WithKind(kind.name+"List"), kind.list)
	}
	metav1.AddToGroupVersion(scheme, groupVersion)
}

// newUnstructured is an empty object of a kind.
func newUnstructured(gvk schema.GroupVersionKind) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(gvk)
	return object
}
