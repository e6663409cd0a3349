// The benchmark's operator on controller-runtime, with typed objects (BENCH_TYPED=1) or unstructured ones (BENCH_TYPED=0).
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	emit(event{Event: "started"})
	ctrl.SetLogger(logr.Discard())
	if err := run(ctrl.SetupSignalHandler(), readSettings()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, settings settings) error {
	mgr, err := newManager(settings)
	if err != nil {
		return err
	}
	if settings.mode == "sync" {
		if err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
			return followResource(ctx, mgr.GetCache(), settings)
		})); err != nil {
			return err
		}
		return mgr.Start(ctx)
	}
	seen := newSeen()
	if err := addController(mgr, settings, seen); err != nil {
		return err
	}
	if err := mgr.Add(standbyFunc(func(ctx context.Context) error {
		return reportSynced(ctx, mgr.GetCache(), settings, seen)
	})); err != nil {
		return err
	}
	return mgr.Start(ctx)
}

// standbyFunc also runs in a process that does not lead.
type standbyFunc func(context.Context) error

func (f standbyFunc) Start(ctx context.Context) error { return f(ctx) }

func (f standbyFunc) NeedLeaderElection() bool { return false }

func newManager(settings settings) (manager.Manager, error) {
	config, err := ctrl.GetConfig()
	if err != nil {
		return nil, err
	}
	config.QPS = -1 // no client-side rate limit
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return nil, err
	}
	addKinds(scheme)
	options := manager.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
		// Without this, reads of unstructured objects would bypass the cache.
		Client: client.Options{Cache: &client.CacheOptions{Unstructured: true}},
	}
	// Nothing here reads managed fields, and without them the cache is smaller. Kubewright omits them by default.
	options.Cache.DefaultTransform = cache.TransformStripManagedFields()
	if settings.namespace != "" {
		options.Cache.DefaultNamespaces = map[string]cache.Config{settings.namespace: {}}
	}
	if settings.leads {
		lead(&options, settings.namespace)
	}
	return ctrl.NewManager(config, options)
}

// lead has the times of the defaults. Both other settings are off by default, and make a fail-over faster: the lease is released at the
// end, which is safe because the process ends then, and a standby fills its caches.
func lead(options *manager.Options, namespace string) {
	options.LeaderElection = true
	options.LeaderElectionID = "websites"
	options.LeaderElectionNamespace = namespace
	options.LeaderElectionReleaseOnCancel = true
	options.Controller.EnableWarmup = new(true)
}
