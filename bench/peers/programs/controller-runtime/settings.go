package main

import (
	"os"
	"strconv"
)

// settings are the environment of a measured program, the same in each framework.
type settings struct {
	mode        string
	namespace   string
	resource    string
	concurrency int
	typed       bool
	// leads is whether one process among several acts, the one that holds the lease.
	leads bool
}

func readSettings() settings {
	concurrency, err := strconv.Atoi(os.Getenv("BENCH_CONCURRENCY"))
	if err != nil {
		concurrency = 10
	}
	return settings{
		mode:        os.Getenv("BENCH_MODE"),
		namespace:   os.Getenv("BENCH_NAMESPACE"),
		resource:    os.Getenv("BENCH_RESOURCE"),
		concurrency: concurrency,
		typed:       os.Getenv("BENCH_TYPED") != "0",
		leads:       os.Getenv("BENCH_COORDINATION") == "leader",
	}
}
