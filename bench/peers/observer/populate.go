package main

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

type populated struct {
	Created int     `json:"created"`
	Ms      float64 `json:"ms"`
}

// populate creates objects as fast as the server takes them.
func populate(r request) (any, error) {
	server, err := connect(r.access)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if err := createAll(context.Background(), server, r); err != nil {
		return nil, err
	}
	return populated{r.count, since(begun)}, nil
}

func createAll(ctx context.Context, server *api, r request) error {
	return forEach(ctx, r.count, r.concurrency, func(ctx context.Context, number int) error {
		path := pathOf(r.namespace, r.resource)
		return server.send(ctx, http.MethodPost, path, asJSON, newObject(r.resource, r.after+number, r.padding), nil)
	})
}

// forEach runs one step a number, several at a time, and ends with the first error.
func forEach(ctx context.Context, count, concurrency int, step func(context.Context, int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range concurrency {
		workers.Go(func() {
			for ctx.Err() == nil {
				number := int(next.Add(1)) - 1
				if number >= count {
					return
				}
				if err := step(ctx, number); err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

func since(begun time.Time) float64 {
	return float64(time.Since(begun).Microseconds()) / 1_000
}
