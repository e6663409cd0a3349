// Returns the verdicts of Kubernetes' own code on schemas, objects, formats and patterns. One request as JSON a line on
// standard input, one answer a line on standard output. No server, no network.
//
//	echo '{"pattern":"^a$","texts":["a","b"]}' | go run .
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	definitions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	kubejson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

// question is one of: a CRD (with objects of a version), a schema (with objects), a format or a pattern (with texts).
type question struct {
	Crd     json.RawMessage   `json:"crd"`
	Version string            `json:"version"`
	Schema  json.RawMessage   `json:"schema"`
	Objects []json.RawMessage `json:"objects"`
	Format  string            `json:"format"`
	Pattern *string           `json:"pattern"`
	Texts   []string          `json:"texts"`
}

type answer struct {
	// Error says why the question could not be answered; for a pattern, why it does not compile.
	Error string `json:"error,omitempty"`
	// Problems are those of the definition or schema itself.
	Problems []string  `json:"problems"`
	Verdicts []verdict `json:"verdicts"`
	// Accepted has an entry for each text.
	Accepted []bool `json:"accepted,omitempty"`
}

type verdict struct {
	Stored   json.RawMessage `json:"stored"`
	Unknown  []string        `json:"unknown"`
	Problems []string        `json:"problems"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<28)
	for lines.Scan() {
		text, err := json.Marshal(reply(lines.Bytes()))
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
}

func reply(line []byte) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a.Error = fmt.Sprint("panic: ", r)
		}
	}()
	a = answer{Problems: []string{}, Verdicts: []verdict{}}
	var q question
	err := json.Unmarshal(line, &q)
	switch {
	case err != nil:
	case q.Format != "":
		for _, text := range q.Texts {
			a.Accepted = append(a.Accepted, strfmt.Default.Validates(q.Format, text))
		}
	case q.Pattern != nil:
		a.Accepted, err = matches(*q.Pattern, q.Texts)
	default:
		err = judge(q, &a)
	}
	if err != nil {
		a.Error = err.Error()
	}
	return a
}

func matches(pattern string, texts []string) ([]bool, error) {
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	var accepted []bool
	for _, text := range texts {
		accepted = append(accepted, compiled.MatchString(text))
	}
	return accepted, nil
}

func judge(q question, a *answer) error {
	props, problems, err := schemaOf(q)
	if err != nil || props == nil {
		return err
	}
	a.Problems = problems
	if len(q.Objects) == 0 {
		return nil
	}
	structural, err := schema.NewStructural(props)
	if err != nil {
		return err
	}
	validator, _, err := validation.NewSchemaValidator(props)
	if err != nil {
		return err
	}
	for _, object := range q.Objects {
		v, err := judgeObject(object, structural, validator, q.Crd != nil)
		if err != nil {
			return err
		}
		a.Verdicts = append(a.Verdicts, v)
	}
	return nil
}

func schemaOf(q question) (*apiextensions.JSONSchemaProps, []string, error) {
	if q.Crd == nil {
		return bareSchema(q.Schema)
	}
	var given extensions.CustomResourceDefinition
	if err := kubejson.Unmarshal(q.Crd, &given); err != nil {
		return nil, nil, err
	}
	extensions.SetDefaults_CustomResourceDefinition(&given)
	extensions.SetDefaults_CustomResourceDefinitionSpec(&given.Spec)
	var crd apiextensions.CustomResourceDefinition
	if err := extensions.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&given, &crd, nil); err != nil {
		return nil, nil, err
	}
	for _, version := range crd.Spec.Versions {
		if version.Storage {
			crd.Status.StoredVersions = []string{version.Name}
		}
	}
	problems := texts(definitions.ValidateCustomResourceDefinition(context.Background(), &crd))
	found, err := apiextensions.GetSchemaForVersion(&crd, q.Version)
	if err != nil || found == nil {
		return nil, problems, err
	}
	return found.OpenAPIV3Schema, problems, nil
}

func bareSchema(text json.RawMessage) (*apiextensions.JSONSchemaProps, []string, error) {
	var given extensions.JSONSchemaProps
	if err := kubejson.Unmarshal(text, &given); err != nil {
		return nil, nil, err
	}
	props := &apiextensions.JSONSchemaProps{}
	if err := extensions.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&given, props, nil); err != nil {
		return nil, nil, err
	}
	structural, err := schema.NewStructural(props)
	if err != nil {
		return nil, nil, err
	}
	return props, texts(schema.ValidateStructural(nil, structural)), nil
}

// judgeObject processes an object as the API server does, in the same order.
func judgeObject(text json.RawMessage, s *schema.Structural, validator validation.SchemaValidator, isResource bool) (verdict, error) {
	var object interface{}
	if err := kubejson.Unmarshal(text, &object); err != nil {
		return verdict{}, err
	}
	tracking := schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	v := verdict{Unknown: pruning.PruneWithOptions(object, s, isResource, tracking)}
	if v.Unknown == nil {
		v.Unknown = []string{}
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(object, s)
	problem, unknown := objectmeta.CoerceWithOptions(nil, object, s, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	v.Unknown = append(v.Unknown, unknown...)
	if problem != nil {
		v.Problems = []string{problem.Error()}
		return v, nil
	}
	defaulting.Default(object, s)
	problems := validation.ValidateCustomResource(nil, object, validator)
	problems = append(problems, objectmeta.Validate(nil, object, s, false)...)
	if fields, ok := object.(map[string]interface{}); ok {
		problems = append(problems, listtype.ValidateListSetsAndMaps(nil, s, fields)...)
	}
	if rules := cel.NewValidator(s, true, celconfig.PerCallLimit); rules != nil && !isBlocked(problems) {
		found, _ := rules.Validate(context.Background(), nil, s, object, nil, celconfig.RuntimeCELCostBudget)
		problems = append(problems, found...)
	}
	stored, err := json.Marshal(object)
	v.Stored, v.Problems = stored, texts(problems)
	return v, err
}

// isBlocked tells whether the API server would not even look at the rules.
func isBlocked(problems field.ErrorList) bool {
	for _, problem := range problems {
		switch problem.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

func texts(problems field.ErrorList) []string {
	all := []string{}
	for _, problem := range problems {
		all = append(all, problem.Error())
	}
	return all
}
