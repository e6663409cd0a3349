package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// website has the fields that the observer reads.
type website struct {
	Metadata struct {
		Name            string            `json:"name"`
		UID             string            `json:"uid"`
		Generation      int64             `json:"generation"`
		ResourceVersion string            `json:"resourceVersion"`
		Labels          map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		Image    string `json:"image"`
		Replicas int    `json:"replicas"`
		Revision int    `json:"revision"`
		Theme    string `json:"theme"`
	} `json:"spec"`
	Status struct {
		ObservedGeneration int64  `json:"observedGeneration"`
		URL                string `json:"url"`
		Revision           int    `json:"revision"`
		Phase              string `json:"phase"`
	} `json:"status"`
}

// isReady tells whether the status speaks of the present spec. The bench's own Websites have a URL, those of the webhosting operator
// a phase.
func (w website) isReady() bool {
	return w.Status.ObservedGeneration == w.Metadata.Generation && (w.Status.URL != "" || w.hasSettledPhase())
}

type listMeta struct {
	Metadata struct {
		ResourceVersion string `json:"resourceVersion"`
	} `json:"metadata"`
}

// watchWebsites calls `on` for each change from now on. It returns as soon as the watch is open, and resumes a watch that the server
// ended, as it does with readers that it finds too slow.
func watchWebsites(ctx context.Context, server *api, namespace, resource string, on func(website)) (<-chan error, error) {
	var now listMeta
	if err := server.send(ctx, http.MethodGet, pathOf(namespace, resource)+"?limit=1", asJSON, nil, &now); err != nil {
		return nil, err
	}
	version := now.Metadata.ResourceVersion
	body, err := openWatch(ctx, server, namespace, resource, version)
	if err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() {
		for {
			err := readEvents(body, &version, on)
			body.Close()
			if ctx.Err() == nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
				body, err = openWatch(ctx, server, namespace, resource, version)
				if err == nil {
					continue
				}
			}
			ended <- fmt.Errorf("the watch of websites ended: %w", err)
			return
		}
	}()
	return ended, nil
}

func openWatch(ctx context.Context, server *api, namespace, resource, version string) (io.ReadCloser, error) {
	url := server.url + pathOf(namespace, resource) + "?watch=true&resourceVersion=" + version
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := server.http.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, fmt.Errorf("watch of websites: %d", response.StatusCode)
	}
	return response.Body, nil
}

// readEvents keeps `version` at the last event, from which the next watch resumes.
func readEvents(body io.Reader, version *string, on func(website)) error {
	decoder := json.NewDecoder(body)
	for {
		var event struct {
			Type   string          `json:"type"`
			Object json.RawMessage `json:"object"`
		}
		if err := decoder.Decode(&event); err != nil {
			return err
		}
		if event.Type == "ERROR" {
			return fmt.Errorf("%s", event.Object)
		}
		var seen website
		if err := json.Unmarshal(event.Object, &seen); err != nil {
			return err
		}
		*version = seen.Metadata.ResourceVersion
		if event.Type != "DELETED" {
			on(seen)
		}
	}
}
