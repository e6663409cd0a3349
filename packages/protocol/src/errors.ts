/** Every error `protocol` can raise. */
import { defineErrors } from '@kubewright/core/errors'

/** The errors of management protocols by code, and their factory. */
export const protocolErrors = defineErrors({
  KW_PROTOCOL_DEFINITION: {
    summary: 'A node type or a topology was refused because its parts do not fit together.',
    cause:
      'A state, a requirement, a capability, a node or an option is misspelled, missing, given twice or of the wrong kind.',
    remedy:
      'Use only names that the node types declare, each once, and bind every requirement: `bindings: { "api.database": "db.sql" }`.',
  },
  KW_PROTOCOL_UNSOUND: {
    summary: 'A topology was refused because a protocol in it is not well-formed, not deterministic or not race-free.',
    cause:
      'Fault handlers or transitions of a node type break a sanity condition, so the outcome of a fault is undefined.',
    remedy: 'Call `checkTopology(topology)`: every problem names the node type, the states and what to change.',
  },
  KW_PROTOCOL_STATE: {
    summary: 'A global state or a goal does not fit the topology.',
    cause: 'A node is unknown or missing, a state is misspelled, or the counts of a replicated node do not add up.',
    remedy:
      'Name one state for each node, for example `topology.state({ db: "running" })`; a goal may leave nodes out.',
  },
  KW_PROTOCOL_STEP: {
    summary: 'A step cannot be taken in the current global state.',
    cause:
      'Faults are pending, the operation does not start in the current state, a requirement is not satisfied, or the step is misspelled.',
    remedy: 'Take one of the steps that `enabledSteps(topology, state)` lists.',
  },
  KW_PROTOCOL_OPTION: {
    summary: 'A function was given an option that it cannot work with.',
    cause:
      'A limit or a number of faults is negative, not an integer or out of range, or the topology or the options are not an object of the right kind.',
    remedy:
      'Pass what `defineTopology` returned first, then an object of options, as in `findPlan(topology, { to: { db: "running" }, limit: 1000 })`.',
  },
  KW_PROTOCOL_TOO_LARGE: {
    summary: 'A node of a topology has too many configurations to search.',
    cause: 'A node has so many replicas and states that the number of its configurations exceeds 2^31.',
    remedy: 'Model fewer replicas: what a fault does rarely depends on more than two or three.',
  },
  KW_PROTOCOL_ARCHIVE: {
    summary: 'A CSAR archive cannot be read.',
    cause:
      'It is not a zip archive, exceeds the size limit packed or unpacked, has a path that leads out of it, or lacks an imported file.',
    remedy: 'Export the archive again. For an archive of your own that is larger than the limit, raise `limits`.',
  },
  KW_PROTOCOL_DOCUMENT: {
    summary: 'A TOSCA or YAML document cannot be read.',
    cause:
      'It is not well-formed, has a document type declaration, is nested too deeply, imports itself, or refers to a type, a requirement or a capability that is not there.',
    remedy:
      'Correct the line or element in the message. For an unknown type, add its definition or its import; remove a DOCTYPE.',
  },
})
