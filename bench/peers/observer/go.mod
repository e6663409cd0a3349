module kubewright.dev/bench/observer

go 1.26.0
