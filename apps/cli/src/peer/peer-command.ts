/** `kubewright peer`: allows one cluster to replicate objects into another, and revokes it. See decision 0337. */
import { defineCommand } from '../command/command.ts'

export const peerActions = ['accept', 'add', 'list', 'remove', 'revoke', 'identity'] as const

export type PeerAction = (typeof peerActions)[number]

const options = {
  context: { type: 'string', takes: 'NAME', help: 'The cluster that the action is about, by its context.' },
  kubeconfig: { type: 'string', takes: 'FILE', help: 'Its kubeconfig, if not that of KUBECONFIG or ~/.kube/config.' },
  'origin-context': {
    type: 'string',
    takes: 'NAME',
    help: 'accept, revoke: the cluster whose objects come, by its context.',
  },
  'origin-kubeconfig': { type: 'string', takes: 'FILE', help: 'accept, revoke: the kubeconfig of that cluster.' },
  origin: {
    type: 'string',
    takes: 'IDENTITY',
    help: 'accept, revoke: the same by its identity, if you have no access to it: its kubewright peer identity prints it.',
  },
  kinds: {
    type: 'string',
    takes: 'LIST',
    help: 'accept: what may be replicated: websites.web.example.dev,configmaps.',
  },
  server: { type: 'string', takes: 'URL', help: 'accept: the address at which the other cluster reaches this one.' },
  ca: { type: 'string', takes: 'FILE', help: 'accept: the certificate authority of that address.' },
  days: { type: 'string', takes: 'NUMBER', help: 'accept: for how long the credential is good.', default: '365' },
  out: { type: 'string', takes: 'FILE', help: 'accept: where to write it. Default: NAME.peer.yaml.' },
  namespace: { type: 'string', takes: 'NAME', help: 'Where the Secrets of peers are.', default: 'peers' },
  abandon: { type: 'boolean', help: 'remove: the peer is lost for good; leave its replicas there.' },
  'delete-replicas': { type: 'boolean', help: 'revoke: delete replicas that are still there.' },
  timeout: {
    type: 'string',
    takes: 'DURATION',
    help: 'remove: how long to wait for the replicas to go.',
    default: '1m',
  },
} as const

export type PeerOptions = typeof options

export const peerCommand = defineCommand({
  name: 'peer',
  summary: 'Let one cluster replicate objects into another.',
  details: `accept    in the cluster that receives: makes a namespace, and an account that may replicate the kinds into it and nothing
          else, and writes a file with its credential
add       in the cluster that sends: checks that file, and stores it as a Secret that the replicating program finds
list      the peers of a cluster
remove    in the cluster that sends: deletes all replicas at a peer, then forgets it
revoke    in the cluster that receives: takes the namespace and the account back
identity  who a cluster is: the UID of its namespace kube-system`,
  args: [
    { name: 'ACTION', help: 'What to do.', choices: peerActions },
    { name: 'NAME', help: 'accept, remove: what the peer is called; add: the file.', isOptional: true },
  ],
  options,
  examples: [
    {
      line: 'kubewright peer accept berlin --context berlin --origin-context turin --kinds subnets.net.example.dev',
      says: 'Berlin takes subnets of Turin; writes berlin.peer.yaml',
    },
    { line: 'kubewright peer add berlin.peer.yaml --context turin', says: 'Turin may now send them' },
    { line: 'kubewright peer remove berlin --context turin', says: 'Delete the replicas, and forget the peer' },
    { line: 'kubewright peer remove berlin --context turin --abandon', says: 'Berlin is lost: say what stays there' },
    { line: 'kubewright peer revoke --context berlin --origin-context turin', says: 'Take the rights back' },
  ],
  async run(input, terminal) {
    const { runPeer } = await import('./run-peer.ts') // other commands need no client
    return runPeer(input, terminal)
  },
})
