package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// clearNamespace deletes everything a run made. Only the finalizers of a measured program could keep an object, so they go first.
func clearNamespace(r request) (any, error) {
	server, err := connect(r.access)
	if err != nil {
		return nil, err
	}
	for resource := range strings.SplitSeq(r.resource, ",") {
		if err := removeFinalizers(server, r.namespace, resource); err != nil {
			return nil, err
		}
		if err := server.send(context.Background(), http.MethodDelete, pathOf(r.namespace, resource), asJSON, nil, nil); err != nil {
			return nil, fmt.Errorf("clearing %s: %w", r.namespace, err)
		}
	}
	return fields{"cleared": r.namespace}, nil
}

func removeFinalizers(server *api, namespace, resource string) error {
	var list struct {
		Items []struct {
			Metadata struct {
				Name       string   `json:"name"`
				Finalizers []string `json:"finalizers"`
			} `json:"metadata"`
		} `json:"items"`
	}
	ctx := context.Background()
	if err := server.send(ctx, http.MethodGet, pathOf(namespace, resource), asJSON, nil, &list); err != nil {
		return err
	}
	for _, item := range list.Items {
		if len(item.Metadata.Finalizers) == 0 {
			continue
		}
		patch := fields{"metadata": fields{"finalizers": nil}}
		if err := server.send(ctx, http.MethodPatch, pathOf(namespace, resource, item.Metadata.Name), asMerge, patch, nil); err != nil {
			return err
		}
	}
	return nil
}
