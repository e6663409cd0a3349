// A server that speaks MongoDB's protocol and keeps its data in SQLite files: FerretDB, run as a library, because its own
// command does not build outside of its repository.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	address := flag.String("address", "127.0.0.1:27017", "where to listen")
	data := flag.String("data", "", "the directory of the database files")
	flag.Parse()
	if *data == "" {
		log.Fatal("Cannot start: -data is not given. Name a directory for the database files.")
	}
	if err := os.MkdirAll(*data, 0o700); err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: *address},
		Handler:   "sqlite",
		SQLiteURL: "file:" + *data + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := server.Run(ctx); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}
