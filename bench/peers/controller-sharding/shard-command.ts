/**
 * Starts a program as if it were in a pod. A shard takes its name from the host name and the namespace of its lease from the mount of its
 * service account, and has no options for them, so each one gets a host name and a `/var/run` of its own. Needs root.
 */

export interface PodIdentity {
  readonly hostname: string
  readonly namespace: string
}

/** `exec` at the end: the process id of the command is the program's. */
const script = `set -e
printf %s "$1" > /proc/sys/kernel/hostname
mount -t tmpfs tmpfs /var/run
mkdir -p /var/run/secrets/kubernetes.io/serviceaccount
printf %s "$2" > /var/run/secrets/kubernetes.io/serviceaccount/namespace
shift 2
exec "$@"`

export function asPod({ hostname, namespace }: PodIdentity, command: readonly string[]): readonly string[] {
  return ['unshare', '--uts', '--mount', 'sh', '-c', script, 'sh', hostname, namespace, ...command]
}
