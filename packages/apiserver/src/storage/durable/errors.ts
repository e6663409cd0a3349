/** Every error that keeping objects on disk can raise. */
import { defineErrors } from '@kubewright/core'

export const storageErrors = defineErrors({
  KW_STORAGE_ENGINE: {
    summary: 'The engine that keeps objects on disk cannot be loaded.',
    cause: 'The optional dependency `classic-level` was left out, or has no binary for this machine.',
    remedy: 'Install `classic-level`, or run without a data directory.',
  },
  KW_STORAGE_DIRECTORY: {
    summary: 'A data directory cannot be used.',
    cause: 'It cannot be created or written to, is a file, or holds something that is not ours.',
    remedy: 'Name a directory that is empty, does not exist yet, or was a data directory before.',
  },
  KW_STORAGE_LOCKED: {
    summary: 'A data directory is in use.',
    cause: 'Another server, in this process or another one, keeps its objects there.',
    remedy: 'Stop the other server, or name another directory.',
  },
  KW_STORAGE_FORMAT: {
    summary: 'A data directory has a format that this version does not know.',
    cause: 'A newer version of Kubewright wrote it.',
    remedy: 'Use the newer version, or start with another directory.',
  },
  KW_STORAGE_CORRUPT: {
    summary: 'A data directory is damaged: something in it is missing or is not what was written.',
    cause: 'Files were removed, edited or copied while in use, or the disk is failing.',
    remedy: 'Restore the directory from a copy, or remove it and start anew.',
  },
  KW_STORAGE_WRITE: {
    summary: 'A change could not be written to the data directory. It was refused and did not happen.',
    cause: 'The disk is full or failing.',
    remedy: 'Make room; writes work again as soon as the disk does.',
  },
})
