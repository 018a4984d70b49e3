/** The icons of what everybody sees: lines in a square of 20. */
export const ADMIN =
  'M8 1.5 10 5l2-3.5M3.5 5h13v13.5h-13zM7 14.5h6M10 8.1a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8';
export const BACK = 'M17 10H4M9 4.5 3.5 10 9 15.5';
export const OUT = 'M5 15 15 5M7 5h8v8';
export const PLAY = 'M5 2.6 17 10 5 17.4z';
export const WARNING = 'M10 2.5 18.5 17h-17zM10 8v4.2M10 14.3v.4';
