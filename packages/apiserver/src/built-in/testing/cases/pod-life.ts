import type { Cases } from '../built-in-cases.ts'

const table = { table: true }
const container = { name: 'c', image: 'nginx' }

/** Pods in the stages of their lifecycle. */
export const podLifeCases: Readonly<Record<string, Cases>> = {
  'v1 Pod': {
    'one that restarts': [
      {
        spec: {
          containers: [container],
          initContainers: [{ name: 'i', image: 'x:1' }],
          readinessGates: [{ conditionType: 'a/b' }],
        },
      },
      {
        starting: {
          at: 'status',
          isKept: true,
          patch: {
            status: {
              phase: 'Pending',
              initContainerStatuses: [
                {
                  name: 'i',
                  ready: false,
                  restartCount: 2,
                  image: 'x',
                  imageID: '',
                  state: { waiting: { reason: 'CrashLoopBackOff' } },
                },
              ],
            },
          },
        },
        'table when starting': table,
        started: {
          at: 'status',
          isKept: true,
          patch: {
            status: {
              initContainerStatuses: [
                {
                  name: 'i',
                  ready: true,
                  restartCount: 2,
                  image: 'x',
                  imageID: '',
                  state: { terminated: { exitCode: 0, reason: 'Completed' } },
                },
              ],
              containerStatuses: [
                {
                  name: 'c',
                  ready: false,
                  restartCount: 5,
                  image: 'x',
                  imageID: '',
                  state: { waiting: { reason: 'CrashLoopBackOff' } },
                },
              ],
            },
          },
        },
        'table when failing': table,
        ended: {
          at: 'status',
          isKept: true,
          patch: { status: { phase: 'Failed', reason: 'Evicted', containerStatuses: [] } },
        },
        'table when ended': table,
      },
    ],
    'one that completes': [
      { spec: { containers: [container], restartPolicy: 'Never' } },
      {
        completed: {
          at: 'status',
          isKept: true,
          patch: {
            status: {
              phase: 'Succeeded',
              containerStatuses: [
                {
                  name: 'c',
                  ready: false,
                  restartCount: 0,
                  image: 'x',
                  imageID: '',
                  state: { terminated: { exitCode: 0, reason: 'Completed' } },
                },
              ],
            },
          },
        },
        'table when completed': table,
        'runs again': {
          at: 'status',
          patch: {
            status: {
              containerStatuses: [
                { name: 'c', ready: true, restartCount: 0, image: 'x', imageID: '', state: { running: {} } },
              ],
            },
          },
        },
      },
    ],
  },
}
