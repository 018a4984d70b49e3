/** The icons of what people who sign in work with. */
export const CLOSE = 'M4 4l12 12M16 4 4 16';
export const DELETE = 'M3 5.5h14M8 5V2.8h4V5M5 5.8l.8 11.7h8.4L15 5.8M8.3 9v5M11.7 9v5';
export const EDIT = 'M3 17l.8-4L13.5 3.3l3.2 3.2L7 16.2zM11.5 5.3l3.2 3.2';
export const PLUS = 'M10 3.5v13M3.5 10h13';
export const STAR = 'M10 2.5l2.3 5 5.4.6-4 3.7 1.1 5.4L10 14.5l-4.8 2.7 1.1-5.4-4-3.7 5.4-.6z';
