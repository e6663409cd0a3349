package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

type verified struct {
	Websites int `json:"websites"`
	Objects  int `json:"objects"`
	// Shards is how many Websites each shard has, by its label.
	Shards map[string]int `json:"shards"`
	// Problems are the first differences between the actual and the expected objects.
	Problems []string `json:"problems"`
}

// comparison returns what is wrong with an owned object of a Website, or nothing.
type comparison func(website, object) string

const mostProblems = 10

// verify compares every owned object and every status with the expected ones.
func verify(r request) (any, error) {
	server, err := connect(r.access)
	if err != nil {
		return nil, err
	}
	if r.resource == webhostingWebsites {
		return verifyWebsites(server, r, webhostingExpectation)
	}
	return verifyWebsites(server, r, expectation{
		owned: map[string]comparison{
			"configmaps":  compareConfigMap,
			"deployments": compareDeployment,
			"services":    compareService,
			"ingresses":   compareIngress,
		},
		nameOwned: func(w website) string { return w.Metadata.Name },
		meta:      compareMeta,
		status:    compareStatus,
	})
}

// expectation is what an operator has to make of a Website.
type expectation struct {
	// owned are the comparisons by resource.
	owned     map[string]comparison
	nameOwned func(website) string
	// meta is for the metadata of every owned object.
	meta   comparison
	status func(website) string
}

func verifyWebsites(server *api, r request, expected expectation) (any, error) {
	found := verified{Shards: map[string]int{}, Problems: []string{}}
	websites, err := listAll[website](server, r.namespace, r.resource)
	if err != nil {
		return nil, err
	}
	found.Websites = len(websites)
	if len(websites) != r.count {
		found.add("%d websites, not %d", len(websites), r.count)
	}
	owners := map[string]website{}
	for _, w := range websites {
		owners[expected.nameOwned(w)] = w
		found.countShard(w)
		if problem := expected.status(w); problem != "" {
			found.add("website %s: %s", w.Metadata.Name, problem)
		}
	}
	for resource, compare := range expected.owned {
		err := found.compareKind(server, r.namespace, resource, owners, func(w website, o object) string {
			if problem := expected.meta(w, o); problem != "" {
				return problem
			}
			return compare(w, o)
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// countShard reads the label that Kubewright and kubernetes-controller-sharding both name `shard.<domain>/<ring>`.
func (v *verified) countShard(w website) {
	for key, shard := range w.Metadata.Labels {
		if strings.HasPrefix(key, "shard.") {
			v.Shards[shard]++
		}
	}
}

func (v *verified) add(format string, values ...any) {
	if len(v.Problems) < mostProblems {
		v.Problems = append(v.Problems, fmt.Sprintf(format, values...))
	}
}

// compareKind takes the Websites by the name that their owned objects have.
func (v *verified) compareKind(server *api, namespace, resource string, websites map[string]website, compare comparison) error {
	objects, err := listAll[object](server, namespace, resource)
	if err != nil {
		return err
	}
	for name, w := range websites {
		found, is := objects[name]
		if !is {
			v.add("%s %s is missing", resource, name)
			continue
		}
		v.Objects++
		if problem := compare(w, found); problem != "" {
			v.add("%s %s: %s", resource, name, problem)
		}
		delete(objects, name)
	}
	for name := range objects {
		if name != "kube-root-ca.crt" {
			v.add("%s %s belongs to no website", resource, name)
		}
	}
	return nil
}

type named interface{ objectName() string }

func (w website) objectName() string { return w.Metadata.Name }
func (o object) objectName() string  { return o.Metadata.Name }

func listAll[T named](server *api, namespace, resource string) (map[string]T, error) {
	var list struct {
		Items []T `json:"items"`
	}
	if err := server.send(context.Background(), http.MethodGet, pathOf(namespace, resource), asJSON, nil, &list); err != nil {
		return nil, err
	}
	byName := map[string]T{}
	for _, item := range list.Items {
		byName[item.objectName()] = item
	}
	return byName, nil
}

// object has the fields of all owned kinds that the operator sets.
type object struct {
	Metadata struct {
		Name            string            `json:"name"`
		Labels          map[string]string `json:"labels"`
		OwnerReferences []struct {
			UID        string `json:"uid"`
			Controller bool   `json:"controller"`
		} `json:"ownerReferences"`
	} `json:"metadata"`
	Data map[string]string `json:"data"`
	Spec struct {
		Replicas int `json:"replicas"`
		Selector any `json:"selector"`
		Template struct {
			Metadata struct {
				Labels map[string]string `json:"labels"`
			} `json:"metadata"`
			Spec struct {
				Containers []struct {
					Name  string `json:"name"`
					Image string `json:"image"`
					Ports []struct {
						ContainerPort int `json:"containerPort"`
					} `json:"ports"`
				} `json:"containers"`
				Volumes []struct {
					ConfigMap struct {
						Name string `json:"name"`
					} `json:"configMap"`
				} `json:"volumes"`
			} `json:"spec"`
		} `json:"template"`
		Ports []struct {
			Port int `json:"port"`
			// TargetPort is a number or a name.
			TargetPort any `json:"targetPort"`
		} `json:"ports"`
		Rules []struct {
			Host string `json:"host"`
			HTTP struct {
				Paths []struct {
					Path     string `json:"path"`
					PathType string `json:"pathType"`
					Backend  struct {
						Service struct {
							Name string `json:"name"`
							Port struct {
								Number int `json:"number"`
							} `json:"port"`
						} `json:"service"`
					} `json:"backend"`
				} `json:"paths"`
			} `json:"http"`
		} `json:"rules"`
	} `json:"spec"`
}

func compareMeta(w website, o object) string {
	if o.Metadata.Labels["app"] != w.Metadata.Name {
		return fmt.Sprintf("its labels are %v", o.Metadata.Labels)
	}
	return compareOwner(w, o)
}

func compareOwner(w website, o object) string {
	for _, owner := range o.Metadata.OwnerReferences {
		if owner.UID == w.Metadata.UID && owner.Controller {
			return ""
		}
	}
	return "its website does not control it"
}

func compareConfigMap(w website, o object) string {
	if o.Data["index.html"] != "<h1>"+w.Metadata.Name+"</h1>" || o.Data["revision"] != strconv.Itoa(w.Spec.Revision) {
		return fmt.Sprintf("its data are %v at revision %d", o.Data, w.Spec.Revision)
	}
	return ""
}

func compareDeployment(w website, o object) string {
	if o.Spec.Replicas != w.Spec.Replicas {
		return fmt.Sprintf("it has %d replicas, not %d", o.Spec.Replicas, w.Spec.Replicas)
	}
	if o.Spec.Template.Metadata.Labels["app"] != w.Metadata.Name {
		return fmt.Sprintf("its pods have the labels %v", o.Spec.Template.Metadata.Labels)
	}
	if selected(o.Spec.Selector, "matchLabels", "app") != w.Metadata.Name {
		return fmt.Sprintf("its selector is %v", o.Spec.Selector)
	}
	containers := o.Spec.Template.Spec.Containers
	if len(containers) != 1 || containers[0].Name != "site" || containers[0].Image != w.Spec.Image {
		return fmt.Sprintf("its containers are %v", containers)
	}
	if len(containers[0].Ports) != 1 || containers[0].Ports[0].ContainerPort != 8080 {
		return fmt.Sprintf("its ports are %v", containers[0].Ports)
	}
	return ""
}

func compareService(w website, o object) string {
	ports := o.Spec.Ports
	if selected(o.Spec.Selector, "app") != w.Metadata.Name || len(ports) != 1 || ports[0].Port != 80 || ports[0].TargetPort != 8080.0 {
		return fmt.Sprintf("it selects %v with ports %v", o.Spec.Selector, ports)
	}
	return ""
}

func compareIngress(w website, o object) string {
	rules := o.Spec.Rules
	if len(rules) != 1 || rules[0].Host != w.Metadata.Name+".example.com" || len(rules[0].HTTP.Paths) != 1 {
		return fmt.Sprintf("its rules are %v", rules)
	}
	path := rules[0].HTTP.Paths[0]
	if path.Path != "/" || path.PathType != "Prefix" || path.Backend.Service.Name != w.Metadata.Name || path.Backend.Service.Port.Number != 80 {
		return fmt.Sprintf("its path is %v", path)
	}
	return ""
}

func compareStatus(w website) string {
	url := "http://" + w.Metadata.Name + ".example.com"
	status := w.Status
	if status.ObservedGeneration != w.Metadata.Generation || status.URL != url || status.Revision != w.Spec.Revision {
		return fmt.Sprintf("its status is %+v at generation %d and revision %d", status, w.Metadata.Generation, w.Spec.Revision)
	}
	return ""
}

// selected reads a nested text.
func selected(from any, path ...string) string {
	for _, name := range path {
		nested, is := from.(map[string]any)
		if !is {
			return ""
		}
		from = nested[name]
	}
	return strings.TrimSpace(fmt.Sprint(from))
}
