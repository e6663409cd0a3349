package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// api is one client of the server, over one HTTP/2 connection.
type api struct {
	url  string
	http *http.Client
}

// connect reads the access of a user from files.
func connect(directory string) (*api, error) {
	url, err := os.ReadFile(filepath.Join(directory, "url"))
	if err != nil {
		return nil, err
	}
	ca, err := os.ReadFile(filepath.Join(directory, "ca.crt"))
	if err != nil {
		return nil, err
	}
	pair, err := tls.LoadX509KeyPair(filepath.Join(directory, "observer.crt"), filepath.Join(directory, "observer.key"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}},
		ForceAttemptHTTP2: true,
	}
	return &api{strings.TrimSpace(string(url)), &http.Client{Transport: transport}}, nil
}

// groupOf is the path of the API that serves a resource.
func groupOf(resource string) string {
	switch resource {
	case "configmaps", "services":
		return "/api/v1"
	case "deployments":
		return "/apis/apps/v1"
	case "ingresses":
		return "/apis/networking.k8s.io/v1"
	case webhostingWebsites:
		return "/apis/webhosting.timebertt.dev/v1alpha1"
	default:
		return "/apis/bench.kubewright.dev/v1"
	}
}

func pathOf(namespace, resource string, more ...string) string {
	plural, _, _ := strings.Cut(resource, ".")
	return strings.Join(append([]string{groupOf(resource), "namespaces", namespace, plural}, more...), "/")
}

// send repeats a request that the server was too busy for; every other failure is an error.
func (a *api) send(ctx context.Context, method, path, contentType string, body, into any) error {
	var encoded []byte
	if body != nil {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			return err
		}
	}
	for attempt := 0; ; attempt++ {
		status, answer, err := a.exchange(ctx, method, path, contentType, encoded)
		if err != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		if status == http.StatusTooManyRequests && attempt < 20 {
			time.Sleep(200 * time.Millisecond)
			continue
		}
		if status >= 300 {
			return &refusal{status, fmt.Sprintf("%s %s: %d %s", method, path, status, answer)}
		}
		if into == nil {
			return nil
		}
		return json.Unmarshal(answer, into)
	}
}

// refusal is an answer of the server that is no success.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

// isOverload tells a server that could not keep up from a request that was wrong.
func isOverload(err error) bool {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.status == http.StatusTooManyRequests || refused.status == http.StatusGatewayTimeout
	}
	return errors.Is(err, context.DeadlineExceeded)
}

func (a *api) exchange(ctx context.Context, method, path, contentType string, body []byte) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, a.url+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept", "application/json")
	response, err := a.http.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

const (
	asJSON  = "application/json"
	asMerge = "application/merge-patch+json"
)
