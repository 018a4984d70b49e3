// Written by `make docs` from the tables: what supabase-js's createClient<Database>() takes.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

type Nothing = { [_ in never]: never };

export type Database = {
  public: {
    Tables: {
      music_artists: {
        Row: {
          id: string;
          user_id: string | null;
          name: string;
          genre: string;
          image: string;
          image_alt: string | null;
          credit: string | null;
          followers: string;
          latest_song: string | null;
          bio: string | null;
          social_instagram: string | null;
          social_twitter: string | null;
          website: string | null;
          is_featured: boolean;
          published_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string | null;
          name: string;
          genre: string;
          image: string;
          image_alt?: string | null;
          credit?: string | null;
          followers?: string;
          latest_song?: string | null;
          bio?: string | null;
          social_instagram?: string | null;
          social_twitter?: string | null;
          website?: string | null;
          is_featured?: boolean;
          published_at?: string | null;
        };
        Update: {
          user_id?: string | null;
          name?: string;
          genre?: string;
          image?: string;
          image_alt?: string | null;
          credit?: string | null;
          followers?: string;
          latest_song?: string | null;
          bio?: string | null;
          social_instagram?: string | null;
          social_twitter?: string | null;
          website?: string | null;
          is_featured?: boolean;
          published_at?: string | null;
        };
        Relationships: [];
      };
      music_events: {
        Row: {
          id: string;
          date: string;
          venue: string;
          location: string;
          artist_id: string;
          start_time: string | null;
          door_time: string | null;
          timezone: string | null;
          ticket_url: string | null;
          price: string | null;
          ticket_status: 'on_sale' | 'not_yet' | 'few_left' | 'sold_out' | 'free' | 'at_door' | null;
          status: 'scheduled' | 'cancelled' | 'postponed' | 'moved';
          previous_date: string | null;
          note: string | null;
          upcoming_until: string;
          published_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          date: string;
          venue: string;
          location: string;
          artist_id: string;
          start_time?: string | null;
          door_time?: string | null;
          timezone?: string | null;
          ticket_url?: string | null;
          price?: string | null;
          ticket_status?: 'on_sale' | 'not_yet' | 'few_left' | 'sold_out' | 'free' | 'at_door' | null;
          status?: 'scheduled' | 'cancelled' | 'postponed' | 'moved';
          note?: string | null;
          published_at?: string | null;
        };
        Update: {
          date?: string;
          venue?: string;
          location?: string;
          artist_id?: string;
          start_time?: string | null;
          door_time?: string | null;
          timezone?: string | null;
          ticket_url?: string | null;
          price?: string | null;
          ticket_status?: 'on_sale' | 'not_yet' | 'few_left' | 'sold_out' | 'free' | 'at_door' | null;
          status?: 'scheduled' | 'cancelled' | 'postponed' | 'moved';
          note?: string | null;
          published_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'music_events_artist_id_fkey';
            columns: ['artist_id'];
            isOneToOne: false;
            referencedRelation: 'music_artists';
            referencedColumns: ['id'];
          },
        ];
      };
      music_lineup: {
        Row: {
          id: string;
          event_id: string;
          position: number;
          artist_id: string | null;
          name: string;
        };
        Insert: {
          event_id: string;
          position?: number;
          artist_id?: string | null;
          name: string;
        };
        Update: {
          event_id?: string;
          position?: number;
          artist_id?: string | null;
          name?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'music_lineup_artist_id_fkey';
            columns: ['artist_id'];
            isOneToOne: false;
            referencedRelation: 'music_artists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'music_lineup_event_id_fkey';
            columns: ['event_id'];
            isOneToOne: false;
            referencedRelation: 'music_events';
            referencedColumns: ['id'];
          },
        ];
      };
      music_links: {
        Row: {
          id: string;
          artist_id: string;
          position: number;
          url: string;
          label: string | null;
        };
        Insert: {
          artist_id: string;
          position?: number;
          url: string;
          label?: string | null;
        };
        Update: {
          artist_id?: string;
          position?: number;
          url?: string;
          label?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'music_links_artist_id_fkey';
            columns: ['artist_id'];
            isOneToOne: false;
            referencedRelation: 'music_artists';
            referencedColumns: ['id'];
          },
        ];
      };
      music_owners: {
        Row: {
          id: string;
          artist_id: string;
          user_id: string;
          created_at: string;
        };
        Insert: {
          artist_id: string;
          user_id: string;
        };
        Update: {
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'music_owners_artist_id_fkey';
            columns: ['artist_id'];
            isOneToOne: false;
            referencedRelation: 'music_artists';
            referencedColumns: ['id'];
          },
        ];
      };
      music_contacts: {
        Row: {
          id: string;
          user_id: string;
          created_at: string;
        };
        Insert: {
          user_id: string;
        };
        Update: {
          user_id?: string;
        };
        Relationships: [];
      };
      music_sessions: {
        Row: {
          id: string;
          created_at: string;
          last_seen_at: string;
          expires_at: string;
          user_agent: string | null;
          ip: string | null;
          aal: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      music_settings: {
        Row: {
          id: string;
          site_name: string | null;
          tagline: string | null;
          footer: string | null;
          accent: string | null;
          accent_on_dark: string | null;
          accent_on_light: string | null;
          logo: string | null;
          contact: string | null;
          updated_at: string;
        };
        Insert: Nothing;
        Update: {
          site_name?: string | null;
          tagline?: string | null;
          footer?: string | null;
          accent?: string | null;
          logo?: string | null;
          contact?: string | null;
        };
        Relationships: [];
      };
      music_people: {
        Row: {
          id: string;
          email: string;
          name: string | null;
          role: 'authenticated' | 'service_role';
          is_contact: boolean;
          is_owner: boolean;
          owns: Json;
          last_sign_in_at: string | null;
          has_second_factor: boolean;
          banned_until: string | null;
          sessions: number;
        };
        Insert: Nothing;
        Update: {
          role?: 'authenticated' | 'service_role';
          is_contact?: boolean;
          banned_until?: string | null;
          sessions?: number;
        };
        Relationships: [];
      };
      music_invitations: {
        Row: {
          id: string;
          email: string | null;
          role: 'service_role' | 'contact' | 'owner';
          artist_id: string | null;
          invited_by: string | null;
          created_at: string;
          expires_at: string;
          accepted_at: string | null;
          link: string | null;
          replaces: string | null;
        };
        Insert: {
          email?: string | null;
          role: 'service_role' | 'contact' | 'owner';
          artist_id?: string | null;
          replaces?: string | null;
        };
        Update: Nothing;
        Relationships: [];
      };
      music_changes: {
        Row: {
          id: number;
          at: string;
          user_id: string | null;
          account_gone: boolean | null;
          table_name: string;
          row_id: string;
          artist_id: string | null;
          action: string;
          before: Json | null;
          after: Json | null;
          part_of: number | null;
          undo: number | null;
          transaction: number;
        };
        Insert: {
          undo?: number | null;
        };
        Update: Nothing;
        Relationships: [];
      };
    };
    Views: Nothing;
    Functions: {
      preview_import: {
        Args: {
          table_text: string;
          date_order?: 'day' | 'month' | 'year' | null;
          day_first?: boolean | null;
          artists?: { [key: string]: string | undefined } | null;
          columns?: (string | null)[] | null;
          leave_out?: number[] | null;
          add_again?: number[] | null;
          update?: Json | null;
          artist_id?: string | null;
          repeat_artist?: boolean;
          evening?: boolean | null;
          night?: 'after' | 'before' | null;
        };
        Returns: Json;
      };
      run_import: {
        Args: {
          table_text: string;
          date_order?: 'day' | 'month' | 'year' | null;
          day_first?: boolean | null;
          artists?: { [key: string]: string | undefined } | null;
          columns?: (string | null)[] | null;
          leave_out?: number[] | null;
          add_again?: number[] | null;
          update?: Json | null;
          artist_id?: string | null;
          repeat_artist?: boolean;
          evening?: boolean | null;
          night?: 'after' | 'before' | null;
        };
        Returns: Json;
      };
      export_table: {
        Args: {
          name: 'artists' | 'bandsintown' | 'events' | 'site';
        };
        Returns: Json;
      };
      save_artist: {
        Args: {
          artist: { [key: string]: Json | undefined };
          links?: ({ url: string; label?: string | null; id?: string | null })[] | null;
          confirmed?: 'namesake'[];
        };
        Returns: Json;
      };
      save_event: {
        Args: {
          event: { [key: string]: Json | undefined };
          bill?: ({ name: string; artist_id?: string | null })[] | null;
          confirmed?: ('far' | 'passed' | 'same_day')[];
        };
        Returns: Json;
      };
      undo: {
        Args: {
          transaction: number;
        };
        Returns: Json;
      };
      can_undo: {
        Args: {
          transactions?: number[];
          changes?: number[];
        };
        Returns: Json;
      };
    };
    Enums: Nothing;
    CompositeTypes: Nothing;
  };
};
