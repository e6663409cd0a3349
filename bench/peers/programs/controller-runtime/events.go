package main

import (
	"encoding/json"
	"os"
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

type event struct {
	Event   string `json:"event"`
	Objects *int   `json:"objects,omitempty"`
}

var output sync.Mutex

// emit writes one line for the harness; standard output has no buffer.
func emit(e event) {
	line, _ := json.Marshal(e)
	output.Lock()
	defer output.Unlock()
	_, _ = os.Stdout.Write(append(line, '\n'))
}

// seen reports when every Website that was there at sync time was reconciled once.
type seen struct {
	mutex     sync.Mutex
	first     sync.Once
	early     map[types.NamespacedName]bool // reconciled before the sync was reported
	remaining map[types.NamespacedName]bool // nil until the sync was reported
	total     int
	reported  bool
}

func newSeen() *seen {
	return &seen{early: map[types.NamespacedName]bool{}}
}

func (s *seen) begins() {
	s.first.Do(func() { emit(event{Event: "first-reconcile"}) })
}

func (s *seen) ended(name types.NamespacedName) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.reported {
		return
	}
	if s.remaining == nil {
		s.early[name] = true
		return
	}
	delete(s.remaining, name)
	s.report()
}

func (s *seen) synced(names []types.NamespacedName) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.total = len(names)
	emit(event{Event: "synced", Objects: &s.total})
	s.remaining = map[types.NamespacedName]bool{}
	for _, name := range names {
		if !s.early[name] {
			s.remaining[name] = true
		}
	}
	s.early = nil
	s.report()
}

func (s *seen) report() {
	if len(s.remaining) == 0 {
		s.reported = true
		emit(event{Event: "seen", Objects: &s.total})
	}
}
