package main

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

type churned struct {
	Updates int     `json:"updates"`
	Ms      float64 `json:"ms"`
}

const benchKinds = 19

// churn writes the status of objects that the operator only caches, in turn over all their kinds.
func churn(r request) (any, error) {
	server, err := connect(r.access)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	// Another value in each run: the server drops a write that changes nothing, and no operator would receive it.
	base := begun.UnixMilli()
	total := int(r.rate * r.duration.Seconds())
	for number := range total {
		time.Sleep(time.Until(begun.Add(time.Duration(float64(number) / r.rate * float64(time.Second)))))
		resource := fmt.Sprintf("bench%02ds", 1+number%benchKinds)
		path := pathOf(r.namespace, resource, nameOf(number/benchKinds%r.count), "status")
		patch := fields{"status": fields{"revision": base + int64(number)}}
		if err := server.send(context.Background(), http.MethodPatch, path, asMerge, patch, nil); err != nil {
			return nil, err
		}
	}
	return churned{total, since(begun)}, nil
}
