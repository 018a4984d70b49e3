import { useParts } from './parts';
import type { Site } from './types';

export const useSite = (): Site => useParts().site;
