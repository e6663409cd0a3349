"""A small operator without any library: every Site gets a ConfigMap with its title and a Secret.

With PLANTED=yes it has a mistake: the ConfigMap stands for both, so a Secret that could not be made once is never made.
"""

import base64
import http.client
import json
import os
import ssl
import time
import urllib.parse

GROUP = "/apis/planted.example.dev/v1"
PLANTED = os.environ.get("PLANTED") == "yes"


class Refused(Exception):
    def __init__(self, status, text):
        super().__init__(f"{status}: {text[:200]}")
        self.status = status


class Cluster:
    """Requests to the API server that KUBECONFIG names; it is written as JSON."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            config = json.load(file)
        cluster = config["clusters"][0]["cluster"]
        authority = base64.b64decode(cluster["certificate-authority-data"]).decode()
        self.address = urllib.parse.urlparse(cluster["server"]).netloc
        self.token = config["users"][0]["user"]["token"]
        self.tls = ssl.create_default_context(cadata=authority)

    def open(self, method, path, body=None, content_type="application/json"):
        connection = http.client.HTTPSConnection(self.address, context=self.tls)
        headers = {"authorization": f"Bearer {self.token}", "content-type": content_type}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        if answer.status >= 300:
            raise Refused(answer.status, answer.read().decode())
        return answer

    def ask(self, *request):
        return json.load(self.open(*request))

    def find(self, path):
        try:
            return self.ask("GET", path)
        except Refused as refused:
            if refused.status == 404:
                return None
            raise


def reconcile(cluster, site):
    metadata, title = site["metadata"], site["spec"]["title"]
    if "deletionTimestamp" in metadata:
        return
    name, namespace = metadata["name"], metadata["namespace"]
    core = f"/api/v1/namespaces/{namespace}"
    owner = {
        "apiVersion": site["apiVersion"],
        "kind": site["kind"],
        "name": name,
        "uid": metadata["uid"],
        "controller": True,
    }
    child = {"metadata": {"name": name, "ownerReferences": [owner]}}
    found = cluster.find(f"{core}/configmaps/{name}")
    if found is None:
        cluster.ask("POST", f"{core}/configmaps", {**child, "data": {"title": title}})
    elif found.get("data") != {"title": title}:
        patch = {"data": {"title": title}}
        cluster.ask("PATCH", f"{core}/configmaps/{name}", patch, "application/merge-patch+json")
    if found is None if PLANTED else cluster.find(f"{core}/secrets/{name}") is None:
        cluster.ask("POST", f"{core}/secrets", {**child, "stringData": {"password": "x"}})


def follow(cluster):
    """Lists once, and then receives changes until the watch ends."""
    sites = cluster.ask("GET", f"{GROUP}/sites")
    common = {"apiVersion": sites["apiVersion"], "kind": "Site"}
    for site in sites["items"]:
        reconcile(cluster, {**common, **site})
    version = sites["metadata"]["resourceVersion"]
    for line in cluster.open("GET", f"{GROUP}/sites?watch=1&resourceVersion={version}"):
        event = json.loads(line)
        if event["type"] == "ERROR":
            return
        if event["type"] in ("ADDED", "MODIFIED"):
            reconcile(cluster, event["object"])


def main():
    cluster = Cluster(os.environ["KUBECONFIG"])
    while True:
        try:
            follow(cluster)
        except (OSError, http.client.HTTPException, Refused) as problem:
            print(f"tried again: {problem}", flush=True)
        time.sleep(0.1)


main()
