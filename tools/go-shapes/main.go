// Prints facts about Go types as JSON: how encoding/json and protobuf see every type that the kinds named on standard
// input are made of. It holds no list of kinds or types of its own.
//
//	echo '["apps/v1/Deployment"]' | go run .
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	registration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type facts struct {
	// Kinds maps "group/version/kind" to the type of its objects.
	Kinds map[string]string `json:"kinds"`
	// Registered lists every kind of every version the scheme knows, asked for or not.
	Registered []string   `json:"registered"`
	Types      []typeFact `json:"types"`
}

type typeFact struct {
	Type string `json:"type"`
	// Is is the underlying type of a type without fields: "string", "[]string".
	Is     string      `json:"is,omitempty"`
	Fields []fieldFact `json:"fields,omitempty"`
	// ReadsJSON and ReadsProto say that the type has its own idea of its encoding.
	ReadsJSON  bool `json:"readsJson,omitempty"`
	ReadsProto bool `json:"readsProto,omitempty"`
}

type fieldFact struct {
	Go         string `json:"go"`
	JSON       string `json:"json"`
	Proto      string `json:"proto,omitempty"`
	Type       string `json:"type"`
	IsEmbedded bool   `json:"isEmbedded,omitempty"`
}

type protoReader interface{ Unmarshal([]byte) error }

func main() {
	var wanted []string
	check(json.NewDecoder(os.Stdin).Decode(&wanted))
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, extensions.AddToScheme, registration.AddToScheme} {
		check(add(known))
	}

	found := map[reflect.Type]bool{}
	result := facts{Kinds: map[string]string{}}
	for _, text := range wanted {
		at := strings.Split(text, "/")
		object, err := known.New(schema.GroupVersionKind{Group: at[0], Version: at[1], Kind: at[2]})
		check(err)
		t := reflect.TypeOf(object).Elem()
		result.Kinds[text] = nameOf(t)
		visit(t, found)
	}
	for gvk := range scheme.Scheme.AllKnownTypes() {
		result.Registered = append(result.Registered, fmt.Sprintf("%s/%s/%s", gvk.Group, gvk.Version, gvk.Kind))
	}
	sort.Strings(result.Registered)
	for t := range found {
		result.Types = append(result.Types, describe(t))
	}
	sort.Slice(result.Types, func(i, j int) bool { return result.Types[i].Type < result.Types[j].Type })
	check(json.NewEncoder(os.Stdout).Encode(result))
}

// visit collects the named types that t is made of.
func visit(t reflect.Type, found map[reflect.Type]bool) {
	if t.PkgPath() != "" {
		if found[t] {
			return
		}
		found[t] = true
		if readsJSON(t) {
			return
		}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		visit(t.Elem(), found)
	case reflect.Map:
		visit(t.Key(), found)
		visit(t.Elem(), found)
	case reflect.Struct:
		for i := range t.NumField() {
			if field := t.Field(i); isEncoded(field) {
				visit(field.Type, found)
			}
		}
	}
}

func describe(t reflect.Type) typeFact {
	fact := typeFact{Type: nameOf(t), ReadsJSON: readsJSON(t)}
	_, fact.ReadsProto = reflect.New(t).Interface().(protoReader)
	if fact.ReadsJSON {
		return fact
	}
	if t.Kind() != reflect.Struct {
		fact.Is = shapeOf(t)
		return fact
	}
	for i := range t.NumField() {
		field := t.Field(i)
		if !isEncoded(field) {
			continue
		}
		fact.Fields = append(fact.Fields, fieldFact{
			Go:         field.Name,
			JSON:       field.Tag.Get("json"),
			Proto:      field.Tag.Get("protobuf"),
			Type:       nameOf(field.Type),
			IsEmbedded: field.Anonymous,
		})
	}
	return fact
}

func isEncoded(field reflect.StructField) bool {
	return field.IsExported() && field.Tag.Get("json") != "-"
}

func readsJSON(t reflect.Type) bool {
	_, reads := reflect.New(t).Interface().(json.Unmarshaler)
	return reads
}

// nameOf is a type with whole package paths: "[]k8s.io/api/core/v1.Container".
func nameOf(t reflect.Type) string {
	switch {
	case t.PkgPath() != "":
		return t.PkgPath() + "." + t.Name()
	case t.Name() != "":
		return t.Name()
	default:
		return shapeOf(t)
	}
}

// shapeOf is the structure of a type, one step below its name.
func shapeOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + nameOf(t.Elem())
	case reflect.Slice:
		return "[]" + nameOf(t.Elem())
	case reflect.Map:
		return "map[" + nameOf(t.Key()) + "]" + nameOf(t.Elem())
	default:
		return t.Kind().String()
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
