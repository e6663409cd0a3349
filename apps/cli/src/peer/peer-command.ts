/** `kubewright peer`: allows one cluster to replicate objects into another, and revokes it. See decision 0337. */
import { defineCommand } from '../command/command.ts'

export const peerActions = ['accept', 'add', 'list', 'remove', 'revoke', 'identity'] as const

export type PeerAction = (typeof peerActions)[number]

const options = {
  context: { type: 'string', takes: 'NAME', help: 'The context of the cluster to work on.' },
  kubeconfig: {
    type: 'string',
    takes: 'FILE',
    help: 'The kubeconfig of that cluster. Default: KUBECONFIG or ~/.kube/config',
  },
  'origin-context': {
    type: 'string',
    takes: 'NAME',
    help: 'accept, revoke: the context of the cluster that sends objects.',
  },
  'origin-kubeconfig': { type: 'string', takes: 'FILE', help: 'accept, revoke: the kubeconfig of that cluster.' },
  origin: {
    type: 'string',
    takes: 'IDENTITY',
    help: 'accept, revoke: the identity of that cluster, if you have no access to it; kubewright peer identity prints it there.',
  },
  kinds: {
    type: 'string',
    takes: 'LIST',
    help: 'accept: the kinds that may be replicated: websites.web.example.dev,configmaps.',
  },
  server: { type: 'string', takes: 'URL', help: 'accept: the address at which the other cluster reaches this one.' },
  ca: { type: 'string', takes: 'FILE', help: 'accept: the certificate authority of that address.' },
  days: { type: 'string', takes: 'NUMBER', help: 'accept: how many days the credential is valid.', default: '365' },
  out: { type: 'string', takes: 'FILE', help: 'accept: the file to write. Default: NAME.peer.yaml' },
  namespace: { type: 'string', takes: 'NAME', help: 'The namespace of the Secrets of peers.', default: 'peers' },
  abandon: { type: 'boolean', help: 'remove: do not wait for a peer that is lost; its replicas stay there.' },
  'delete-replicas': { type: 'boolean', help: 'revoke: delete replicas that are still there.' },
  timeout: {
    type: 'string',
    takes: 'DURATION',
    help: 'remove: how long to wait until the replicas are deleted.',
    default: '1m',
  },
} as const

export type PeerOptions = typeof options

export const peerCommand = defineCommand({
  name: 'peer',
  summary: 'Let one cluster replicate objects into another.',
  details: `accept    in the cluster that receives: creates a tenant namespace and an account that may only replicate the kinds into it,
          and writes a file with its credential
add       in the cluster that sends: checks that file, and stores it as a Secret that the replicating program finds
list      the peers of a cluster
remove    in the cluster that sends: deletes all replicas at a peer, then removes the peer
revoke    in the cluster that receives: deletes the tenant namespace and the account
identity  prints the identity of a cluster: the UID of its namespace kube-system`,
  args: [
    { name: 'ACTION', help: 'What to do.', choices: peerActions },
    { name: 'NAME', help: 'accept, remove: the name of the peer; add: the file.', isOptional: true },
  ],
  options,
  examples: [
    {
      line: 'kubewright peer accept berlin --context berlin --origin-context turin --kinds subnets.net.example.dev',
      says: 'Berlin accepts subnets of Turin; writes berlin.peer.yaml',
    },
    { line: 'kubewright peer add berlin.peer.yaml --context turin', says: 'Turin sends them' },
    { line: 'kubewright peer remove berlin --context turin', says: 'Delete the replicas, then remove the peer' },
    {
      line: 'kubewright peer remove berlin --context turin --abandon',
      says: 'Berlin is lost: list the replicas that stay there',
    },
    {
      line: 'kubewright peer revoke --context berlin --origin-context turin',
      says: 'Delete the tenant namespace and the account',
    },
  ],
  async run(input, terminal) {
    const { runPeer } = await import('./run-peer.ts') // other commands need no client
    return runPeer(input, terminal)
  },
})
