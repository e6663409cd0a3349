// Decodes bodies with the Go types: reads one JSON document a line, and writes one. This is the part of
// kube-apiserver that reads and writes bodies, without anything that comes between: no defaults, no validation.
//
//	echo '{"group":"","version":"v1","kind":"Pod","body":"<base64>"}' | go run ./oracle
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	registration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type question struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	Body    []byte `json:"body"`
	// IsProtobuf and IsYAML are the format of the body, if not JSON.
	IsProtobuf bool `json:"isProtobuf"`
	IsYAML     bool `json:"isYaml"`
}

type answer struct {
	Problem      string   `json:"problem,omitempty"`
	StrictErrors []string `json:"strictErrors,omitempty"`
	// Object is the stored object, and Protobuf its encoding.
	Object   json.RawMessage `json:"object,omitempty"`
	Protobuf []byte          `json:"protobuf,omitempty"`
}

func main() {
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, extensions.AddToScheme, registration.AddToScheme} {
		check(add(known))
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var asked question
		check(json.Unmarshal(lines.Bytes(), &asked))
		check(json.NewEncoder(os.Stdout).Encode(reply(known, asked)))
	}
	check(lines.Err())
}

func reply(known *runtime.Scheme, asked question) answer {
	result := answer{}
	expected := schema.GroupVersionKind{Group: asked.Group, Version: asked.Version, Kind: asked.Kind}
	object, found, err := decoder(known, asked).Decode(asked.Body, &expected, nil)
	if strict, isStrict := runtime.AsStrictDecodingError(err); isStrict && object != nil {
		for _, one := range strict.Errors() {
			result.StrictErrors = append(result.StrictErrors, one.Error())
		}
	} else if err != nil {
		return answer{Problem: err.Error()}
	}
	object.GetObjectKind().SetGroupVersionKind(*found)
	stored := protobuf.NewSerializer(known, known)
	encoded := bytes.Buffer{}
	check(stored.Encode(object, &encoded))
	result.Protobuf = encoded.Bytes()
	again, _, err := stored.Decode(encoded.Bytes(), nil, nil)
	check(err)
	// Values without a type are checked only when they are written.
	if result.Object, err = json.Marshal(again); err != nil {
		return answer{Problem: err.Error()}
	}
	return result
}

func decoder(known *runtime.Scheme, asked question) runtime.Decoder {
	if asked.IsProtobuf {
		return protobuf.NewSerializer(known, known)
	}
	options := serializer.SerializerOptions{Strict: true, Yaml: asked.IsYAML}
	return serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, known, known, options)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
