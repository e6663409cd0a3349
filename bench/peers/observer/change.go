package main

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type changes struct {
	Changes   int       `json:"changes"`
	Ms        float64   `json:"ms"`
	Latencies []float64 `json:"latencies"`
	// Unanswered is how many changes no status showed before the timeout, with those that the server was too busy to take.
	Unanswered int `json:"unanswered"`
	// LateMs is by how much the observer itself sent its latest change late; a large one makes the run worthless.
	LateMs float64 `json:"lateMs"`
}

// measureChanges changes Websites in turn at a constant rate, whether the operator keeps up or not. A latency is the time from
// sending a change until a status was seen that speaks of its generation or a later one.
func measureChanges(r request) (any, error) {
	server, err := connect(r.access)
	if err != nil {
		return nil, err
	}
	total := int(r.rate * r.duration.Seconds())
	ctx, cancel := context.WithTimeout(context.Background(), r.duration+r.timeout)
	defer cancel()
	pending := newPending(total)
	ended, err := watchWebsites(ctx, server, r.namespace, "websites", pending.see)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	lateMs, err := sendChanges(ctx, server, r, total, pending)
	if err != nil {
		return nil, err
	}
	select {
	case <-pending.all:
	case err := <-ended:
		if ctx.Err() == nil {
			return nil, err
		}
	}
	return pending.result(total, since(begun), lateMs), nil
}

func sendChanges(ctx context.Context, server *api, r request, total int, pending *pending) (float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var senders sync.WaitGroup
	begun, late := time.Now(), time.Duration(0)
	for number := range total {
		due := begun.Add(time.Duration(float64(number) / r.rate * float64(time.Second)))
		time.Sleep(time.Until(due))
		if ctx.Err() != nil {
			break
		}
		late = max(late, time.Since(due))
		name, revision := nameOf(number%r.count), r.after+number+1
		senders.Go(func() {
			patch, sent := fields{"spec": fields{"revision": revision}}, time.Now()
			var changed website
			err := server.send(ctx, http.MethodPatch, pathOf(r.namespace, "websites", name), asMerge, patch, &changed)
			if isOverload(err) {
				pending.refused()
				return
			}
			if err != nil {
				cancel(err)
				return
			}
			pending.changed(name, changed.Metadata.Generation, sent)
		})
	}
	senders.Wait()
	if err := context.Cause(ctx); err != nil && !isOverload(err) {
		return 0, err
	}
	return float64(late.Microseconds()) / 1_000, nil
}

// pending are the changes that no status shows yet. Requests in flight may overtake each other, and a status may be seen before the
// answer to its change, so both sides are matched by generation.
type pending struct {
	mutex     sync.Mutex
	waiting   map[string]map[int64]time.Time
	statuses  map[string][]seenStatus
	latencies []float64
	want      int
	all       chan struct{}
}

type seenStatus struct {
	generation int64
	at         time.Time
}

func newPending(want int) *pending {
	return &pending{waiting: map[string]map[int64]time.Time{}, statuses: map[string][]seenStatus{}, want: want, all: make(chan struct{})}
}

func (p *pending) changed(name string, generation int64, sent time.Time) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, status := range p.statuses[name] {
		if status.generation >= generation {
			p.answer(status.at.Sub(sent))
			return
		}
	}
	if p.waiting[name] == nil {
		p.waiting[name] = map[int64]time.Time{}
	}
	p.waiting[name][generation] = sent
}

func (p *pending) see(w website) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	name, now := w.Metadata.Name, time.Now()
	p.statuses[name] = append(p.statuses[name], seenStatus{w.Status.ObservedGeneration, now})
	for generation, sent := range p.waiting[name] {
		if generation <= w.Status.ObservedGeneration {
			delete(p.waiting[name], generation)
			p.answer(now.Sub(sent))
		}
	}
}

func (p *pending) answer(latency time.Duration) {
	p.latencies = append(p.latencies, float64(latency.Microseconds())/1_000)
	if len(p.latencies) == p.want {
		close(p.all)
	}
}

// refused is for a change that the server was too busy to take. It stays unanswered, and is not waited for.
func (p *pending) refused() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.want--
	if len(p.latencies) == p.want {
		close(p.all)
	}
}

func (p *pending) result(total int, ms, lateMs float64) changes {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return changes{total, ms, p.latencies, total - len(p.latencies), lateMs}
}
