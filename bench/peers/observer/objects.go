package main

import (
	"fmt"
	"strings"
)

type fields = map[string]any

func nameOf(number int) string { return fmt.Sprintf("site-%05d", number) }

// kindOf is the kind of a resource: bench07s is Bench07.
func kindOf(resource string) string {
	switch resource {
	case "websites", webhostingWebsites:
		return "Website"
	case "deployments":
		return "Deployment"
	default:
		return strings.ToUpper(resource[:1]) + strings.TrimSuffix(resource[1:], "s")
	}
}

func newObject(resource string, number, padding int) fields {
	name := nameOf(number)
	object := fields{
		"apiVersion": strings.TrimPrefix(groupOf(resource), "/apis/"),
		"kind":       kindOf(resource),
		"metadata":   fields{"name": name},
	}
	if resource == "deployments" {
		object["spec"] = deploymentSpec(name, padding)
		return object
	}
	if resource == webhostingWebsites {
		object["spec"] = fields{"theme": themeOf(number)}
		return object
	}
	spec := fields{"image": imageOf(number), "replicas": replicasOf(number)}
	if padding > 0 {
		spec["padding"] = strings.Repeat("x", padding)
	}
	object["spec"] = spec
	return object
}

// Values differ between objects, so that one that was swapped is found.
func imageOf(number int) string { return fmt.Sprintf("registry.example.com/site:1.%d", number%100) }
func replicasOf(number int) int { return 1 + number%3 }

func deploymentSpec(name string, padding int) fields {
	app := fields{"app": name}
	container := fields{
		"name":  "site",
		"image": "registry.example.com/site:1",
		"ports": []any{fields{"containerPort": 8080}},
		"env":   []any{fields{"name": "PADDING", "value": strings.Repeat("x", padding)}},
	}
	return fields{
		"replicas": 1,
		"selector": fields{"matchLabels": app},
		"template": fields{"metadata": fields{"labels": app}, "spec": fields{"containers": []any{container}}},
	}
}
