import { useParts } from './app/context';
import type { Site } from './types';

export const useSite = (): Site => useParts().site;
