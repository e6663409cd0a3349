package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// webhostingWebsites are those of the webhosting operator of kubernetes-controller-sharding.
const webhostingWebsites = "websites.webhosting.timebertt.dev"

// themes are the names and the colors of the Themes that the harness makes.
var themes = []string{"aqua", "navy", "teal"}

func themeOf(number int) string { return themes[number%len(themes)] }

// hasSettledPhase is false after an error, although the operator writes the generation then, too. "Ready" needs a controller of
// Deployments, so "Pending" is the last phase on a server without one.
func (w website) hasSettledPhase() bool {
	return w.Status.Phase == "Pending" || w.Status.Phase == "Ready"
}

var webhostingExpectation = expectation{
	owned: map[string]comparison{
		"configmaps":  compareWebhostingConfigMap,
		"deployments": compareWebhostingDeployment,
		"services":    compareWebhostingService,
		"ingresses":   compareWebhostingIngress,
	},
	nameOwned: serverNameOf,
	meta:      compareWebhostingMeta,
	status:    compareWebhostingStatus,
}

// serverNameOf is the name of the owned objects.
func serverNameOf(w website) string {
	checksum := sha256.Sum256([]byte(w.Metadata.UID))
	return w.Metadata.Name + "-" + hex.EncodeToString(checksum[:])[:6]
}

// compareWebhostingMeta also compares the shard: owned objects have the labels of their Website.
func compareWebhostingMeta(w website, o object) string {
	labels := o.Metadata.Labels
	if labels["website"] != w.Metadata.Name || labels["server"] != serverNameOf(w) {
		return fmt.Sprintf("its labels are %v", labels)
	}
	for key, value := range w.Metadata.Labels {
		if labels[key] != value {
			return fmt.Sprintf("its label %s is %q, its website's %q", key, labels[key], value)
		}
	}
	return compareOwner(w, o)
}

func compareWebhostingConfigMap(w website, o object) string {
	page := o.Data["index.html"]
	for _, text := range []string{"Welcome to " + w.Metadata.Name + "<", "background-color: " + w.Spec.Theme + ";"} {
		if !strings.Contains(page, text) {
			return fmt.Sprintf("its page lacks %q", text)
		}
	}
	if o.Data["nginx.conf"] == "" {
		return "it has no nginx.conf"
	}
	return ""
}

func compareWebhostingDeployment(w website, o object) string {
	name, template := serverNameOf(w), o.Spec.Template
	if o.Spec.Replicas != 1 || selected(o.Spec.Selector, "matchLabels", "server") != name || template.Metadata.Labels["server"] != name {
		return fmt.Sprintf("it has %d replicas and selects %v", o.Spec.Replicas, o.Spec.Selector)
	}
	containers := template.Spec.Containers
	if len(containers) != 1 || containers[0].Name != "nginx" || len(containers[0].Ports) != 1 || containers[0].Ports[0].ContainerPort != 80 {
		return fmt.Sprintf("its containers are %v", containers)
	}
	volumes := template.Spec.Volumes
	if len(volumes) != 2 || volumes[0].ConfigMap.Name != name || volumes[1].ConfigMap.Name != name {
		return fmt.Sprintf("its volumes are %v", volumes)
	}
	return ""
}

func compareWebhostingService(w website, o object) string {
	ports := o.Spec.Ports
	if selected(o.Spec.Selector, "server") != serverNameOf(w) || len(ports) != 1 || ports[0].Port != 8080 || ports[0].TargetPort != "http" {
		return fmt.Sprintf("it selects %v with ports %v", o.Spec.Selector, ports)
	}
	return ""
}

func compareWebhostingIngress(w website, o object) string {
	rules := o.Spec.Rules
	if len(rules) != 1 || len(rules[0].HTTP.Paths) != 1 {
		return fmt.Sprintf("its rules are %v", rules)
	}
	path := rules[0].HTTP.Paths[0]
	if !strings.HasSuffix(path.Path, "/"+w.Metadata.Name) || path.PathType != "Prefix" || path.Backend.Service.Name != serverNameOf(w) {
		return fmt.Sprintf("its path is %v", path)
	}
	return ""
}

func compareWebhostingStatus(w website) string {
	if !w.isReady() {
		return fmt.Sprintf("its status is %+v at generation %d", w.Status, w.Metadata.Generation)
	}
	return ""
}
