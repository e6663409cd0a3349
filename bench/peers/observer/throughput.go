package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

type throughput struct {
	Websites  int     `json:"websites"`
	CreatedMs float64 `json:"createdMs"`
	ReadyMs   float64 `json:"readyMs"`
}

// measureThroughput creates Websites at once, in addition to those that are there. It ends when the last status of the new ones was seen.
func measureThroughput(r request) (any, error) {
	server, err := connect(r.access)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), r.timeout)
	defer cancel()
	ready := newReadyCount(r.after, r.count)
	ended, err := watchWebsites(ctx, server, r.namespace, r.resource, ready.see)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if err := createAll(ctx, server, r); err != nil {
		return nil, err
	}
	createdMs := since(begun)
	select {
	case <-ready.all:
		return throughput{r.count, createdMs, float64(ready.at.Sub(begun).Microseconds()) / 1_000}, nil
	case err := <-ended:
		return nil, fmt.Errorf("%d of %d websites have a status, the first without is %s: %w", ready.count(), r.count, ready.missing(), err)
	}
}

// readyCount counts Websites whose status speaks of their present spec.
type readyCount struct {
	mutex sync.Mutex
	// waiting are the names of those without such a status.
	waiting map[string]bool
	want    int
	all     chan struct{}
	at      time.Time
}

func newReadyCount(after, want int) *readyCount {
	waiting := map[string]bool{}
	for number := range want {
		waiting[nameOf(after+number)] = true
	}
	return &readyCount{waiting: waiting, want: want, all: make(chan struct{})}
}

func (c *readyCount) see(w website) {
	if !w.isReady() {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !c.waiting[w.Metadata.Name] {
		return
	}
	delete(c.waiting, w.Metadata.Name)
	if len(c.waiting) == 0 {
		c.at = time.Now()
		close(c.all)
	}
}

func (c *readyCount) count() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.want - len(c.waiting)
}

// missing is the first Website that was not seen with a status.
func (c *readyCount) missing() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	first := "none"
	for name := range c.waiting {
		if first == "none" || name < first {
			first = name
		}
	}
	return first
}
