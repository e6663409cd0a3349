/** Bindings: the scheduler creates one to assign a pod to a node. */
import type { KindBehavior } from '../kind-behavior.ts'
import { bindPod } from './pod-binding.ts'

export const binding: KindBehavior = { create: bindPod }
