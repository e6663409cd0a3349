// Load on an API server, and observation of the operators' results. The standard library alone, so that it is light to build
// and to run beside the measured programs. Each command prints one JSON object.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"
)

// request is the request of the harness; each command reads the flags that concern it.
type request struct {
	access      string
	namespace   string
	resource    string
	count       int
	concurrency int
	padding     int
	rate        float64
	duration    time.Duration
	timeout     time.Duration
	after       int
	directory   string
}

var commands = map[string]func(request) (any, error){
	"certificates": makeCertificates,
	"populate":     populate,
	"throughput":   measureThroughput,
	"change":       measureChanges,
	"churn":        churn,
	"verify":       verify,
	"clear":        clearNamespace,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fail(fmt.Errorf("say what to do: certificates, populate, throughput, change, churn, verify or clear"))
	}
	result, err := commands[os.Args[1]](parse(os.Args[2:]))
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		fail(err)
	}
}

func parse(args []string) request {
	var r request
	flags := flag.NewFlagSet("observer", flag.ExitOnError)
	flags.StringVar(&r.access, "access", "", "a directory with the files url, ca.crt, client.crt and client.key")
	flags.StringVar(&r.namespace, "namespace", "default", "")
	flags.StringVar(&r.resource, "resource", "websites", "websites, websites.webhosting.timebertt.dev, deployments, or bench01s to bench19s")
	flags.IntVar(&r.count, "count", 0, "how many objects")
	flags.IntVar(&r.concurrency, "concurrency", 20, "how many requests at a time")
	flags.IntVar(&r.padding, "padding", 0, "characters that make an object larger")
	flags.Float64Var(&r.rate, "rate", 0, "changes a second")
	flags.DurationVar(&r.duration, "duration", 0, "how long to change")
	flags.DurationVar(&r.timeout, "timeout", time.Minute, "how long to wait for operators")
	flags.IntVar(&r.after, "after", 0, "change: the revision before the first change; throughput, populate: how many objects there are")
	flags.StringVar(&r.directory, "directory", "", "where certificates go")
	_ = flags.Parse(args)
	return r
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
